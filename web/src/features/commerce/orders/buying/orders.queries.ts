import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus, type OrderStatus } from '@kaike/shared/domain/commerce/order-status';
import { call } from '../../../../api/client.ts';
import { fetchById, retryUnlessNotFound as retry } from '../../../../api/fetch-by-id.ts';

/** Polling interval of an order that waits for its payment. */
const waitingMs = 3000;

export const ordersKey = ['home', 'orders'] as const;

/** Everything on sale. */
export const useProducts = () =>
  useQuery({
    queryKey: ['home', 'products'],
    queryFn: async ({ signal }) => (await call(payOrders.listProducts, { signal, quiet: true })).products,
  });

/** One product, and the access it would give this member. */
export const useProduct = (id: number) =>
  useQuery({
    queryKey: ['home', 'products', id],
    queryFn: ({ signal }) => fetchById(id, () => call(payOrders.getProduct, { params: { id }, signal, quiet: true })),
    retry,
  });

/** The member's orders, page by page. */
export const useMyOrders = (status: OrderStatus | null) =>
  useInfiniteQuery({
    queryKey: [...ordersKey, 'list', status],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(payOrders.listMyOrders, {
        query: { page: pageParam, ...(status === null ? {} : { status }) },
        signal,
        quiet: true,
      }),
    getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
  });

/** One order; polled while it waits to be paid or opened. */
export const useMyOrder = (id: number) =>
  useQuery({
    queryKey: [...ordersKey, id],
    queryFn: ({ signal }) => fetchById(id, () => call(payOrders.getMyOrder, { params: { id }, signal, quiet: true })),
    retry,
    refetchInterval: ({ state }) => {
      const order = state.data?.order;
      return order && (order.can_pay || order.status === orderStatus.paid) ? waitingMs : false;
    },
  });

export const useCashier = (tradeNo: string) =>
  useQuery({
    queryKey: ['cashier', tradeNo],
    queryFn: ({ signal }) => call(payOrders.getCashier, { params: { trade_no: tradeNo }, signal, quiet: true }),
    retry,
  });

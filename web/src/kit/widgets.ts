/** The widgets that panels of features may use: the one door to the component library besides the kit's own parts. */
export { Alert, Button, Dropdown, Empty, Input, InputNumber, Modal, Progress, Select, Skeleton, Tabs } from 'antd';

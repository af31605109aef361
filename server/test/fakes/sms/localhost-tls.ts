/**
 * A key and its self-signed certificate of `localhost`, valid until 2120, for fakes that are reached by https. Nobody trusts it
 * but the tests that name it.
 */
export const localhostTls = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDyfvGPxcfa0EJO9
hZfg6xU2i+EpIMlKvOktGGZhXEBVwgXkeRDXT2Cykb+ZuTlJELZcu7ZcVjO0iLDZ
0YhwFISjSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBSKdCFXdktdIet3BhIeF3gmvmNaJDAKBggqhkjOPQQDAgNHADBE
AiBfyqUsmCxTxk5Im4VoBtFT6a1Inxjw16ncr2JRgquuogIgWuDnm8r27w56TKyk
xz2Zxm04RkbgH/MTP5QM+5GvRtI=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6xBibfIjg6z9SAe1
lKBrSvHQM8+tnJKsbMhMUKAI9wGhRANCAAQ8n7xj8XH2tBCTvYWX4OsVNovhKSDJ
SrzpLRhmYVxAVcIF5HkQ109gspG/mbk5SRC2XLu2XFYztIiw2dGIcBSE
-----END PRIVATE KEY-----
`,
} as const;

using System.Globalization;

namespace Fathom.Sources.Traces.Rows;

/// <summary>Names of the numbers of DNS.</summary>
/// <remarks>Sources: the registry of the IANA for types; [MS-ERREF] 2.2 for results.</remarks>
internal static class DnsCodes
{
    /// <summary>A lookup that found what it asked for.</summary>
    public const string Success = "success";

    // The name is there, without a record of this type.
    private const uint NoRecords = 9501;

    // The answer comes later, on another way.
    private const uint Pending = 9506;

    private static readonly Dictionary<uint, string> s_types = new()
    {
        [1] = "A", [2] = "NS", [5] = "CNAME", [6] = "SOA", [12] = "PTR", [15] = "MX", [16] = "TXT", [28] = "AAAA", [33] = "SRV", [35] = "NAPTR",
        [39] = "DNAME", [41] = "OPT", [43] = "DS", [46] = "RRSIG", [47] = "NSEC", [48] = "DNSKEY", [50] = "NSEC3", [52] = "TLSA", [64] = "SVCB",
        [65] = "HTTPS", [251] = "IXFR", [252] = "AXFR", [255] = "ANY", [257] = "CAA",
    };

    private static readonly Dictionary<uint, string> s_results = new()
    {
        [5] = "ERROR_ACCESS_DENIED", [8] = "ERROR_NOT_ENOUGH_MEMORY", [87] = "ERROR_INVALID_PARAMETER", [123] = "ERROR_INVALID_NAME",
        [1168] = "ERROR_NOT_FOUND", [1223] = "ERROR_CANCELLED", [1460] = "ERROR_TIMEOUT", [1722] = "RPC_S_SERVER_UNAVAILABLE",
        [9001] = "DNS_ERROR_RCODE_FORMAT_ERROR", [9002] = "DNS_ERROR_RCODE_SERVER_FAILURE", [9003] = "DNS_ERROR_RCODE_NAME_ERROR",
        [9004] = "DNS_ERROR_RCODE_NOT_IMPLEMENTED", [9005] = "DNS_ERROR_RCODE_REFUSED", [9006] = "DNS_ERROR_RCODE_YXDOMAIN",
        [9007] = "DNS_ERROR_RCODE_YXRRSET", [9008] = "DNS_ERROR_RCODE_NXRRSET", [9009] = "DNS_ERROR_RCODE_NOTAUTH",
        [9010] = "DNS_ERROR_RCODE_NOTZONE", [9016] = "DNS_ERROR_RCODE_BADSIG", [9017] = "DNS_ERROR_RCODE_BADKEY",
        [9018] = "DNS_ERROR_RCODE_BADTIME", [NoRecords] = "DNS_INFO_NO_RECORDS", [9502] = "DNS_ERROR_BAD_PACKET",
        [9503] = "DNS_ERROR_NO_PACKET", [9504] = "DNS_ERROR_RCODE", [9505] = "DNS_ERROR_UNSECURE_PACKET", [Pending] = "DNS_REQUEST_PENDING",
        [9551] = "DNS_ERROR_INVALID_TYPE", [9552] = "DNS_ERROR_INVALID_IP_ADDRESS", [9554] = "DNS_ERROR_TRY_AGAIN_LATER",
        [9556] = "DNS_ERROR_NON_RFC_NAME", [9560] = "DNS_ERROR_INVALID_NAME_CHAR", [9561] = "DNS_ERROR_NUMERIC_NAME",
        [9701] = "DNS_ERROR_RECORD_DOES_NOT_EXIST", [9702] = "DNS_ERROR_RECORD_FORMAT", [9851] = "DNS_ERROR_NO_TCPIP",
        [9852] = "DNS_ERROR_NO_DNS_SERVERS", [10060] = "WSAETIMEDOUT", [11001] = "WSAHOST_NOT_FOUND", [11002] = "WSATRY_AGAIN",
        [11003] = "WSANO_RECOVERY", [11004] = "WSANO_DATA",
    };

    /// <summary>Whether the answer comes later, with a result of its own.</summary>
    public static bool IsPending(uint status) => status == Pending;

    /// <summary>The name of a type of record, or its number.</summary>
    public static string TypeOf(uint number) => s_types.GetValueOrDefault(number) ?? number.ToString(CultureInfo.InvariantCulture);

    /// <summary>The name that Windows has for a result, or its number.</summary>
    public static string ResultOf(uint code) => code == 0 ? Success
        : s_results.GetValueOrDefault(code) ?? string.Create(CultureInfo.InvariantCulture, $"error {code}");

    /// <summary>Whether a result of Windows says that the lookup failed.</summary>
    public static bool IsFailure(uint code) => code is not (0 or NoRecords or Pending);
}

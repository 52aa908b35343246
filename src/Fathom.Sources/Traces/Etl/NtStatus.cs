using System.Globalization;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Names of results of Windows (NTSTATUS) that calls end with.</summary>
/// <remarks>Source: [MS-ERREF] 2.3.1.</remarks>
internal static class NtStatus
{
    private const int SeverityAt = 30;
    private const uint Error = 3;
    private const int CodeAt = 28;
    private const uint ErrorOfSystem = 0xC;

    private static readonly Dictionary<uint, string> s_names = new()
    {
        [0xC0000001] = "UNSUCCESSFUL", [0xC0000002] = "NOT_IMPLEMENTED", [0xC0000003] = "INVALID_INFO_CLASS",
        [0xC0000004] = "INFO_LENGTH_MISMATCH", [0xC0000005] = "ACCESS_VIOLATION", [0xC0000008] = "INVALID_HANDLE",
        [0xC000000D] = "INVALID_PARAMETER", [0xC000000E] = "NO_SUCH_DEVICE", [0xC000000F] = "NO_SUCH_FILE",
        [0xC0000010] = "INVALID_DEVICE_REQUEST", [0xC0000011] = "END_OF_FILE", [0xC0000012] = "WRONG_VOLUME",
        [0xC0000013] = "NO_MEDIA_IN_DEVICE", [0xC0000016] = "MORE_PROCESSING_REQUIRED", [0xC0000017] = "NO_MEMORY",
        [0xC0000022] = "ACCESS_DENIED", [0xC0000023] = "BUFFER_TOO_SMALL",
        [0xC0000024] = "OBJECT_TYPE_MISMATCH", [0xC0000032] = "DISK_CORRUPT_ERROR", [0xC0000033] = "OBJECT_NAME_INVALID",
        [0xC0000034] = "OBJECT_NAME_NOT_FOUND", [0xC0000035] = "OBJECT_NAME_COLLISION", [0xC0000039] = "OBJECT_PATH_INVALID",
        [0xC000003A] = "OBJECT_PATH_NOT_FOUND", [0xC000003B] = "OBJECT_PATH_SYNTAX_BAD", [0xC0000043] = "SHARING_VIOLATION",
        [0xC0000044] = "QUOTA_EXCEEDED", [0xC000004B] = "THREAD_IS_TERMINATING", [0xC000004F] = "EAS_NOT_SUPPORTED",
        [0xC0000050] = "EA_TOO_LARGE", [0xC0000051] = "NONEXISTENT_EA_ENTRY", [0xC0000052] = "NO_EAS_ON_FILE",
        [0xC0000054] = "FILE_LOCK_CONFLICT", [0xC0000055] = "LOCK_NOT_GRANTED", [0xC0000056] = "DELETE_PENDING",
        [0xC0000061] = "PRIVILEGE_NOT_HELD", [0xC000007F] = "DISK_FULL", [0xC0000098] = "FILE_INVALID",
        [0xC000009A] = "INSUFFICIENT_RESOURCES", [0xC000009C] = "DEVICE_DATA_ERROR", [0xC000009D] = "DEVICE_NOT_CONNECTED",
        [0xC00000A2] = "MEDIA_WRITE_PROTECTED", [0xC00000A3] = "DEVICE_NOT_READY", [0xC00000AB] = "INSTANCE_NOT_AVAILABLE",
        [0xC00000AC] = "PIPE_NOT_AVAILABLE", [0xC00000AE] = "PIPE_BUSY", [0xC00000B0] = "PIPE_DISCONNECTED",
        [0xC00000B1] = "PIPE_CLOSING", [0xC00000B5] = "IO_TIMEOUT", [0xC00000BA] = "FILE_IS_A_DIRECTORY",
        [0xC00000BB] = "NOT_SUPPORTED", [0xC00000BE] = "BAD_NETWORK_PATH", [0xC00000C9] = "NETWORK_NAME_DELETED",
        [0xC00000CA] = "NETWORK_ACCESS_DENIED", [0xC00000CC] = "BAD_NETWORK_NAME", [0xC00000D0] = "REQUEST_NOT_ACCEPTED",
        [0xC00000D4] = "NOT_SAME_DEVICE", [0xC00000D5] = "FILE_RENAMED", [0xC00000D8] = "CANT_WAIT", [0xC00000D9] = "PIPE_EMPTY",
        [0xC00000E2] = "OPLOCK_NOT_GRANTED", [0xC00000E3] = "INVALID_OPLOCK_PROTOCOL", [0xC0000101] = "DIRECTORY_NOT_EMPTY",
        [0xC0000102] = "FILE_CORRUPT_ERROR", [0xC0000103] = "NOT_A_DIRECTORY", [0xC0000106] = "NAME_TOO_LONG",
        [0xC000010A] = "PROCESS_IS_TERMINATING", [0xC0000120] = "CANCELLED", [0xC0000121] = "CANNOT_DELETE",
        [0xC0000123] = "FILE_DELETED", [0xC0000128] = "FILE_CLOSED", [0xC000014B] = "PIPE_BROKEN", [0xC0000185] = "IO_DEVICE_ERROR",
        [0xC0000188] = "LOG_FILE_FULL", [0xC0000205] = "INSUFF_SERVER_RESOURCES",
        [0xC000000B] = "INVALID_CID", [0xC000000C] = "TIMER_NOT_CANCELED", [0xC0000018] = "CONFLICTING_ADDRESSES",
        [0xC0000019] = "NOT_MAPPED_VIEW", [0xC0000030] = "INVALID_PARAMETER_MIX", [0xC0000037] = "PORT_DISCONNECTED",
        [0xC0000045] = "INVALID_PAGE_PROTECTION", [0xC0000046] = "MUTANT_NOT_OWNED", [0xC0000047] = "SEMAPHORE_LIMIT_EXCEEDED",
        [0xC000004E] = "SECTION_PROTECTION", [0xC000007C] = "NO_TOKEN", [0xC00000EF] = "INVALID_PARAMETER_1",
        [0xC00000F0] = "INVALID_PARAMETER_2", [0xC0000135] = "DLL_NOT_FOUND", [0xC0000141] = "INVALID_ADDRESS",
        [0xC0000225] = "NOT_FOUND", [0xC000022D] = "RETRY", [0xC000026E] = "VOLUME_DISMOUNTED",
        [0xC0000275] = "NOT_A_REPARSE_POINT", [0xC0000279] = "IO_REPARSE_TAG_NOT_HANDLED", 
        [0xC0000904] = "FILE_TOO_LARGE",
        [0xC01C0004] = "FLT_DISALLOW_FAST_IO",
    };

    /// <summary>Whether a result says that the call failed.</summary>
    public static bool IsError(uint status) => status >> SeverityAt == Error;

    /// <summary>Whether the result of a system call says that it failed. Calls about windows return handles and numbers, of which some have
    /// all bits of an error and more.</summary>
    public static bool IsErrorOfCall(uint status) => status >> CodeAt == ErrorOfSystem;

    /// <summary>The name that Windows has for it, or its number.</summary>
    public static string NameOf(uint status) => s_names.TryGetValue(status, out string? name) ? "STATUS_" + name
        : string.Create(CultureInfo.InvariantCulture, $"NTSTATUS 0x{status:X8}");
}

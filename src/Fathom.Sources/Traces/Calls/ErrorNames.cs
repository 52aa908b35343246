using System.Globalization;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Names of error numbers of Linux, the same on x64 and arm64.</summary>
/// <remarks>Source: errno(3), asm-generic/errno-base.h and errno.h.</remarks>
internal static class ErrorNames
{
    // A call that a signal interrupts, and that the kernel begins anew or ends with EINTR.
    private const int FirstRestart = 512;
    private const int LastRestart = 516;
    private const int Most = 4095;

    private static readonly string[] s_names =
    [
        "", "EPERM", "ENOENT", "ESRCH", "EINTR", "EIO", "ENXIO", "E2BIG", "ENOEXEC", "EBADF", "ECHILD", "EAGAIN", "ENOMEM", "EACCES",
        "EFAULT", "ENOTBLK", "EBUSY", "EEXIST", "EXDEV", "ENODEV",
        "ENOTDIR", "EISDIR", "EINVAL", "ENFILE", "EMFILE", "ENOTTY", "ETXTBSY", "EFBIG", "ENOSPC", "ESPIPE", "EROFS", "EMLINK", "EPIPE",
        "EDOM", "ERANGE", "EDEADLK", "ENAMETOOLONG", "ENOLCK", "ENOSYS",
        "ENOTEMPTY", "ELOOP",
    ];

    private static readonly Dictionary<int, string> s_others = new()
    {
        [61] = "ENODATA", [71] = "EPROTO", [75] = "EOVERFLOW", [88] = "ENOTSOCK", [90] = "EMSGSIZE", [95] = "EOPNOTSUPP",
        [104] = "ECONNRESET", [107] = "ENOTCONN", [110] = "ETIMEDOUT",
        [111] = "ECONNREFUSED", [115] = "EINPROGRESS", [116] = "ESTALE", [122] = "EDQUOT", [123] = "ENOMEDIUM", [125] = "ECANCELED",
    };

    /// <summary>Whether a result is an error.</summary>
    public static bool IsError(long result) => result is < 0 and >= -Most;

    /// <summary>Its name, or <c>errno N</c>.</summary>
    public static string Of(long result)
    {
        int number = (int)-result;
        return number is >= FirstRestart and <= LastRestart ? "EINTR"
            : number < s_names.Length ? s_names[number]
            : s_others.GetValueOrDefault(number) ?? string.Create(CultureInfo.InvariantCulture, $"errno {number}");
    }
}

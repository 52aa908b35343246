using System.Globalization;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// The setting <c>kernel.yama.ptrace_scope</c>: 0 a user may read the own processes, 1 only child processes, 2 only with CAP_SYS_PTRACE, 3 nobody
/// until the next start of the machine. A kernel without Yama has no such file.
/// </summary>
internal static class PtraceScope
{
    public const string Path = "/proc/sys/kernel/yama/ptrace_scope";
    public const int Nobody = 3;

    /// <summary>The number in the file's text, or null.</summary>
    public static int? Parse(string? text) => int.TryParse(text, NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out int scope) ? scope : null;
}

using Fathom.TestSupport;

namespace Fathom.EndToEnd.Harness;

/// <summary>Programs in a mount namespace, with a /tmp that only they see.</summary>
internal static class OwnTemporaryFolder
{
    // The checkout can lie below /tmp itself: it is mounted again where it was.
    private const string Script =
        "exec 9<\"$0\" && mount -t tmpfs none /tmp && mkdir -p \"$0\" && mount --no-canonicalize --bind /proc/self/fd/9 \"$0\" && exec 9<&- && exec \"$@\"";

    /// <summary>The arguments of <c>unshare</c> that start a program so.</summary>
    /// <param name="options">Options of <c>unshare</c> beside <c>--mount</c>.</param>
    /// <param name="program">The program and its arguments.</param>
    public static string[] Unshare(string[] options, params string[] program) => [.. options, "--mount", "sh", "-c", Script, Repository.Root, .. program];
}

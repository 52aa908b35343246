using Fathom.Files;
using Fathom.Sources.Machine.Trust;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Dac;

/// <summary>A candidate that is held open, so that what is compared, checked and loaded is one file.</summary>
/// <param name="owner">What holds it.</param>
/// <param name="path">A path to exactly this file while it is held.</param>
internal sealed class OpenedDac(IDisposable owner, string path) : IDisposable
{
    /// <summary>A path to exactly this file while it is held.</summary>
    public string Path { get; } = path;

    /// <summary>Opens a file that need not be trusted: the user named it, or it is compared and not loaded.</summary>
    public static OpenedDac? AnyAt(string path) =>
        RegularFile.TryOpen(path, out _) is { } file ? new OpenedDac(file, Of(file)) : null;

    /// <summary>Opens a file that nobody but root and the user who runs Fathom can have put there.</summary>
    /// <param name="path">Path of the file.</param>
    /// <param name="distrust">Why it is not trusted, as the end of a sentence; null where it is trusted or absent.</param>
    public static OpenedDac? TrustedAt(string path, out string? distrust)
    {
        TrustResult result = TrustWalk.Look(System.IO.Path.GetFullPath(path));
        distrust = result.Distrust;
        return result.File is OpenedEntry entry ? new OpenedDac(entry, entry.Path) : null;
    }

    public void Dispose() => owner.Dispose();

    private static string Of(SafeFileHandle file) => $"/proc/self/fd/{(int)file.DangerousGetHandle()}";
}

using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Subjects;
using Fathom.Sources.Targets.Dumps;
using Fathom.Storage.Recordings;

namespace Fathom.Capture.Subjects;

/// <summary>
/// The recording beside a core file, <c>CORE.fathom</c>: what was seen of the process in the step in which the core was written. A core has no counters, and
/// does not say which memory was resident.
/// </summary>
public static class CoreSidecar
{
    /// <summary>Where the sidecar of a core is, whether it exists or not.</summary>
    /// <param name="core">The core file.</param>
    public static string PathOf(string core) => core + ".fathom";

    /// <summary>Whether a subject is a core without its sidecar.</summary>
    /// <param name="subject">Any subject.</param>
    public static bool IsMissing(Subject subject) => subject is FileSubject { File: { IsCore: true, Path: { } path } } && !Path.Exists(PathOf(path));

    /// <summary>Opens the sidecar of a core, or gives null where there is none.</summary>
    /// <param name="core">The core file.</param>
    /// <exception cref="FathomException">It is damaged, or of another process than the core.</exception>
    internal static RecordingReader? TryOpen(string core)
    {
        string path = PathOf(core);
        if (!Path.Exists(path))
            return null;
        RecordingReader recording = RecordingReader.Open(path);
        if (recording.Manifest.Targets is [{ Pid: var recorded }, ..] && CoreProcess.Read(core).Pid is { } pid && pid != recorded)
        {
            recording.Dispose();
            throw FathomException.Target(
                string.Create(CultureInfo.InvariantCulture, $"'{path}' is of process {recorded}, and '{core}' is a core of process {pid}."), $"move '{path}' away, or replace it");
        }

        return recording;
    }
}

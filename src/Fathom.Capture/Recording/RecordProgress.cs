using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Recorder.Kernel;

namespace Fathom.Capture.Recording;

/// <summary>What is said while a recording goes on.</summary>
internal static class RecordProgress
{
    private const double MegaByte = 1 << 20;

    /// <summary>What is said now.</summary>
    /// <param name="elapsed">How long it has been recorded.</param>
    /// <param name="options">What was asked for.</param>
    /// <param name="kernel">What records the kernel; null for nothing.</param>
    /// <param name="keptBytes">What is kept of a ring; null where all is kept.</param>
    /// <param name="saves">Saves that are done.</param>
    public static Progress Of(TimeSpan elapsed, RecordOptions options, KernelRecorder? kernel, long? keptBytes, int saves)
    {
        string lost = kernel?.Lost > 0 ? string.Create(CultureInfo.InvariantCulture, $", {kernel.Lost:#,##0} lost") : "";
        string saved = saves == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", {saves} saved");
        double bytes = keptBytes ?? kernel?.Bytes ?? 0;
        string detail = string.Create(
            CultureInfo.InvariantCulture, $"{elapsed.TotalSeconds:0} s, {bytes / MegaByte:0.0} MiB{(keptBytes is null ? "" : " kept")}{saved}{lost}");
        Progress progress = options.Duration is { } all
            ? new Progress("recording", (long)Math.Min(elapsed.TotalMilliseconds, all.TotalMilliseconds), (long)all.TotalMilliseconds, detail)
            : new Progress($"{What(options)} (Ctrl-C ends it)", 0, 0, detail);
        return progress with { IsShared = options.Program.Count > 0 };
    }

    private static string What(RecordOptions options) => options switch
    {
        { Triggers: { } triggers } => $"waiting for {triggers.Text}",
        { Ring: not null } => "waiting for fathom save",
        _ => "recording",
    };
}

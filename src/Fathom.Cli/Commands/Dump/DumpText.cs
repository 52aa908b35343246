using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.Capture.Dumps;
using Fathom.Model.Results;
using Fathom.Render.Text;
using Fathom.Sources.DumpWriting;

namespace Fathom.Cli.Commands.Dump;

/// <summary>What is said of a dump beside its row.</summary>
internal static class DumpText
{
    /// <summary>When it was taken after its cause; null where there is nothing to say.</summary>
    public static string? Of(DumpTaken dump)
    {
        if (dump.Cause is not { } cause)
            return null;
        string delay = dump.CauseDelay is { } time ? $"; the process was paused {ReadableNumber.Of(time.TotalNanoseconds, ColumnUnit.Nanoseconds)} after {cause.Moment}" : "";
        return $"'{dump.Path}' was triggered by {cause.Text}{delay}";
    }

    /// <summary>Why a file was made; null where there is nothing to say.</summary>
    public static string? Of(ActionFile file) => file.Cause is { } cause ? $"'{file.Path}' was triggered by {cause}" : null;

    /// <summary>What was walked.</summary>
    public static string Of(DumpVerdict verdict) => verdict switch
    {
        { Problem: { } problem } => $"The file is complete, but not verified. {problem}",
        { Objects: { } objects } => string.Create(CultureInfo.InvariantCulture, $"its threads were found and its heap of {objects:#,##0} objects was walked"),
        _ => "its threads were found; it holds no heap",
    };
}

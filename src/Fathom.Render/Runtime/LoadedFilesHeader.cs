using System.Globalization;
using Fathom.Model.Runtime;

namespace Fathom.Render.Runtime;

/// <summary>The line above a list of files that processes had loaded.</summary>
public static class LoadedFilesHeader
{
    /// <summary>
    /// The header: "Modules of Shop (pid 4711): 120 assemblies and 35 native libraries, 80 of them unused or not seen to run".
    /// </summary>
    public static IReadOnlyList<string> Of(LoadedFilesSums sums)
    {
        string who = sums.Processes switch
        {
            [] => "no process",
            [var (_, name, pid)] => string.Create(CultureInfo.InvariantCulture, $"{name}{(pid > 0 ? $" (pid {pid})" : "")}"),
            var many when many.Select(static one => one.Recording).Distinct().Count() is > 1 and var recordings => string.Create(
                CultureInfo.InvariantCulture, $"{many.Count:#,##0} processes in {recordings:#,##0} recordings"),
            var many => string.Create(CultureInfo.InvariantCulture, $"{many.Count:#,##0} processes"),
        };
        string unseen = sums.NotUsed is { } count
            ? string.Create(CultureInfo.InvariantCulture, $", {count:#,##0} of them unused or not seen to run") : "";
        return [$"Modules of {who}: {Count(sums.Assemblies, "assembly", "assemblies")} and {Count(sums.Libraries, "native library", "native libraries")}{unseen}"];
    }

    private static string Count(int number, string one, string many) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:#,##0} {(number == 1 ? one : many)}");
}

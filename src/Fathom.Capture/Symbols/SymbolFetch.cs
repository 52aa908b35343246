using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Symbols;

/// <summary>
/// Fetches the symbols that a recording lacks from servers, into the user's folder of symbols. Only this asks anybody else, and only when
/// it is asked for. A file of another build is thrown away.
/// </summary>
public static class SymbolFetch
{
    /// <summary>Servers that are asked where none is named and <c>DEBUGINFOD_URLS</c> is empty.</summary>
    public static IReadOnlyList<string> Usual { get; } = ["https://msdl.microsoft.com/download/symbols/",
        "https://debuginfod.elfutils.org/"];

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    /// <summary>Fetches.</summary>
    /// <param name="recording">The folder of the recording.</param>
    /// <param name="servers">Addresses of the servers, in the order in which they are asked.</param>
    /// <param name="folder">The folder that files go to; null for that of the user.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    /// <exception cref="FathomException">There is no such folder, or no server answers.</exception>
    public static SymbolsFetched Run(string recording, IReadOnlyList<Uri> servers, string? folder, IProgress<Progress> progress,
        CancellationToken stop)
    {
        string kept = folder ?? KeptPlace.SymbolFolder()
            ?? throw FathomException.Target("There is no folder for symbols that only you can write to.",
                "set XDG_CACHE_HOME to a folder of yours");
        WantedSymbols[] wanted = Wanted(recording, stop);
        using HttpClient client = new() { Timeout = s_patience };
        List<SymbolServer> asked = [.. servers.Select(server => new SymbolServer(server, client))];
        SymbolsFetched result = new(kept) { Wanted = wanted.Length };
        FathomException? failure = null;
        for (int i = 0; i < wanted.Length; i++)
        {
            WantedSymbols one = wanted[i];
            string place = Path.Combine(kept, one.Place);
            if (one.AreIn(place))
            {
                result = result with { Cached = result.Cached + 1 };
                continue;
            }

            bool isFound = false, isOther = false;
            foreach (SymbolServer server in asked.ToArray())
            {
                try
                {
                    (bool isThere, bool isRight) = Fetch(server, one, place,
                        new Progress("fetching symbols", i, wanted.Length, one.Name), progress, stop);
                    isFound |= isRight;
                    isOther |= isThere && !isRight;
                    if (isFound)
                        break;
                }
                catch (FathomException e)
                {
                    // One that does not answer once is not asked again.
                    failure ??= e;
                    asked.Remove(server);
                }
            }

            if (asked.Count == 0)
                throw failure!;
            result = isFound ? result with { Fetched = result.Fetched + 1, Bytes = result.Bytes + new FileInfo(place).Length }
                : isOther ? result with { OtherBuild = result.OtherBuild + 1 } : result with { NotThere = result.NotThere + 1 };
        }

        return result with { Failure = failure?.Message };
    }

    private static (bool IsThere, bool IsRight) Fetch(
        SymbolServer server, WantedSymbols wanted, string place, Progress step, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(step);
        OwnFile.MakeFolders(Path.GetDirectoryName(place)!);
        string partial = string.Create(CultureInfo.InvariantCulture, $"{place}.{Environment.ProcessId}.partial");
        if (!server.TryGet(wanted.ServerPlaces, partial, bytes => progress.Report(step with { Detail = $"{wanted.Name} {bytes >> 20} MiB" }), stop))
            return (false, false);
        if (!wanted.AreIn(partial))
        {
            File.Delete(partial);
            return (true, false);
        }

        File.Move(partial, place, overwrite: true);
        return (true, true);
    }

    private static WantedSymbols[] Wanted(string path, CancellationToken stop)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        if (!RecordedStacks.AreIn(recording))
            return [];
        using RecordedStacks stacks = new(recording, stop);
        return
        [
            .. stacks.Images().Where(static image => !image.IsComplete).Select(WantedSymbols.Of).OfType<WantedSymbols>()
                .DistinctBy(static wanted => wanted.Place),
        ];
    }
}

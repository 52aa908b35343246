using System.Globalization;
using Fathom.Capture.Symbols;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Time;

/// <summary>What came of asking servers for symbols, in sentences.</summary>
internal static class FetchText
{
    /// <summary>The sentences: "symbols of 5 files are missing: 3 fetched (12.4 MiB), 1 fetched before, 1 not on the servers".</summary>
    public static IEnumerable<string> Of(SymbolsFetched fetched)
    {
        if (fetched.Wanted == 0)
        {
            yield return "no file with a build id lacks symbols, so no server was asked";
            yield break;
        }

        (int Count, string What)[] parts =
        [
            (fetched.Fetched, $"fetched ({ReadableNumber.Of(fetched.Bytes, ColumnUnit.Bytes)})"), (fetched.Cached, "fetched before"),
            (fetched.NotThere, "not on the servers"), (fetched.OtherBuild, "of another build there, and thrown away"),
        ];
        string all = string.Join(", ", parts.Where(static part => part.Count > 0)
            .Select(static part => string.Create(CultureInfo.InvariantCulture, $"{part.Count:N0} {part.What}")));
        yield return string.Create(CultureInfo.InvariantCulture,
            $"symbols of {fetched.Wanted:N0} {(fetched.Wanted == 1 ? "file" : "files")} were missing: {all}");
        if (fetched.Failure is { } failure)
            yield return failure;
    }
}

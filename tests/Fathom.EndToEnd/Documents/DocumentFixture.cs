using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>What the commands of a page find: files and recordings that it takes for granted.</summary>
internal static class DocumentFixture
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    /// <summary>Whether its commands ask a recording, of <c>samples/Slow</c>.</summary>
    /// <param name="page">The page.</param>
    public static bool IsRecorded(string page) => DocumentedCommand.Of(page).Any(static command => command.Text.Contains("slow.fathom", StringComparison.Ordinal));

    /// <summary>Makes it.</summary>
    /// <param name="page">The page.</param>
    /// <param name="folder">Where its commands are run.</param>
    /// <param name="pid">The program that they look at.</param>
    /// <param name="recorded">The recording that the commands ask; null for pages that ask none.</param>
    public static async Task PrepareAsync(string page, TestFolder folder, int pid, RecordedSample? recorded)
    {
        if (recorded is not null)
            await recorded.CopyAsync(folder);
        if (page is "docs/modules.md" or "docs/answers.md" or "docs/findings.md")
        {
            TestFolder.Copy(folder.File("slow.fathom"), folder.File("runs/slow.fathom"));
            MakeAssembly(folder);
        }

        switch (page)
        {
            case "docs/tags.md":
                await File.WriteAllTextAsync(folder.File("shop.tags"), OwnRules(), TestContext.Current.CancellationToken);
                break;
            case "docs/findings.md":
                Directory.CreateDirectory(folder.File("rules"));
                await File.WriteAllTextAsync(folder.File("rules/slow-files.sql"), OwnRule(), TestContext.Current.CancellationToken);
                break;
            case "docs/faults.md" or "docs/syscalls.md":
                await MakeAsync(folder, [0, 1], "record", "--profile", "faults,syscalls", "--save", "app.fathom", "--", "true");
                break;
            case "docs/orphans.md":
                await MakeAsync(folder, [0, 1], "orphans", "--save", "after.fathom");
                break;
            case "docs/traces.md" or "docs/gc.md" or "docs/answers.md":
                File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"), folder.File("app.nettrace"));
                File.Copy(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "machine.nettrace"), folder.File("machine.nettrace"));
                break;
            case "docs/watch.md":
                for (int run = 1; run <= 3; run++)
                    await MakeAsync(
                        folder, [0], "heap", string.Create(CultureInfo.InvariantCulture, $"pid:{pid}"), "--memory", "-o", "leak1.csv", "--append",
                        "--label", string.Create(CultureInfo.InvariantCulture, $"context={run}"));
                break;
            case "docs/serializers.md":
                // A measurement of a program that is quickly built.
                await MakeAsync(
                    folder, [0], "serializers", "--quick", "--serializer", "(copy),(allocate only)", "--case", "bookshelf", "-n", "5", "--launches",
                    "3", "--samples", "2", "--page", "made.html", "--save", "monday.fathom");
                TestFolder.Copy(folder.File("monday.fathom"), folder.File("friday.fathom"));
                break;
            case "docs/serializers-data.md":
                await File.WriteAllTextAsync(folder.File("order.json"), """{ "id": 1, "lines": [{ "article": "nut", "count": 3 }] }""", TestContext.Current.CancellationToken);
                MakeAssembly(folder);
                break;
        }
    }

    // Any assembly that this runtime loads: its classes are looked for by programs, and its references are listed.
    private static void MakeAssembly(TestFolder folder)
    {
        Directory.CreateDirectory(folder.File("bin/Release/net10.0"));
        File.Copy(typeof(DocumentFixture).Assembly.Location, folder.File("bin/Release/net10.0/Shop.dll"));
    }

    // The one that the page shows.
    private static string OwnRule() => string.Join('\n', File.ReadLines(Path.Combine(Repository.Root, "docs", "findings.md"))
        .SkipWhile(static line => line != "```sql").Skip(1).TakeWhile(static line => line != "```"));

    // As they stand on the page.
    private static string OwnRules() =>
        File.ReadAllText(Path.Combine(Repository.Root, "docs", "tags.md")).Split("```")
            .Single(static block => block.StartsWith("\n# shop.tags", StringComparison.Ordinal));

    private static async Task MakeAsync(TestFolder folder, int[] ends, params string[] args)
    {
        ToolRun made = await FathomTool.RunAsync(args, environment: null, timeout: s_patience, folder: folder.Path);
        Assert.True(ends.Contains(made.ExitCode), $"fathom {string.Join(' ', args)}\n{made}");
    }
}

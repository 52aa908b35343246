using System.Reflection;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>Recordings whose checksums fit and whose content cannot be: a verb answers or says so, and is never the one that is to blame.</summary>
public sealed class HostileRecordingTests
{
    private const int Recordings = 6;

    private static readonly string[] s_words = ["", "static", "waits", "owns", "monitor", "live", "core", "gen0", "path", "suspect", "paths", "object", "group", "no such word"];

    // Those that answer by questions to one recording.
    private static readonly string[] s_verbs =
    [
        "info", "heap", "heap --live", "heap --retained", "heap suspects", "heap paths --type *", "heap paths --type * --all", "heap segments", "heap strings", "heap modules", "heap handles",
        "heap finalizers", "heap tasks", "heap timers", "heap requests", "memory", "stacks", "stacks locks", "stacks async", "findings", "cpu", "waits", "threads", "events", "gc",
        "exceptions", "processes", "symbols", "orphans", "serializers",
    ];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, Recordings)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Seeds))]
    public async Task Impossible_content_behind_right_checksums_is_no_defect_of_Fathom(int seed)
    {
        using TestFolder folder = new();
        string path = folder.File("a.fathom");
        Make(path, new Random(seed));
        List<string> defects = [];
        foreach (string verb in s_verbs)
        {
            string[] words = verb.Split(' ');
            int place = words.TakeWhile(static word => word[0] != '-').Count();
            HostRun run = await HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, [.. words[..place], path, .. words[place..]], TestContext.Current.CancellationToken);
            if (run.Error.Contains("defect in Fathom", StringComparison.Ordinal))
                defects.Add($"{verb}: {run.Error.Split('\n')[0]}");
        }

        Assert.Empty(defects);
    }

    private static void Make(string path, Random random)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap"));
        MethodInfo fill = typeof(HostileRecordingTests).GetMethod(nameof(Fill), BindingFlags.NonPublic | BindingFlags.Static)!;
        Type[] rows = [.. typeof(TableSchema).Assembly.GetTypes().Where(static type => type.IsValueType && type.GetInterfaces().Any(static each => each.Name == "IRow`1"))];
        Assert.True(rows.Length > 50, $"{rows.Length} row types");
        foreach (Type row in rows)
            fill.MakeGenericMethod(row).Invoke(null, [writer, random]);
        writer.Commit();
    }

    private static void Fill<T>(RecordingWriter writer, Random random)
        where T : unmanaged, IRow<T>
    {
        ConstructorInfo made = typeof(T).GetConstructors().MaxBy(static one => one.GetParameters().Length)!;
        for (int i = random.Next(1, 6); i > 0; i--)
            writer.Write<T>([(T)made.Invoke([.. made.GetParameters().Select(parameter => Value(parameter.ParameterType, writer, random))])]);
    }

    private static object? Value(Type type, RecordingWriter writer, Random random)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
            return random.Next(3) == 0 ? null : Value(inner, writer, random);
        long number = random.Next(6) switch { 0 => 0, 1 => 1, 2 => 2, 3 => -1, 4 => long.MaxValue, _ => random.NextInt64() };
        return type == typeof(TextId) ? random.Next(8) == 0 ? default(TextId) : writer.Ids.Text(s_words[random.Next(s_words.Length)])
            : type == typeof(uint) ? (uint)number : type == typeof(int) ? (int)number : type == typeof(ulong) ? (ulong)number
            : type == typeof(long) ? number : type == typeof(bool) ? number > 1 : type == typeof(double) ? number * 1.5 : Activator.CreateInstance(type);
    }
}

using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Tags;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query.Time;
using Xunit;

namespace Fathom.Tests.Query.Tags;

/// <summary>Random stacks and random rules: each stack has one tag, which is that of a plain computation, and tags add up.</summary>
public sealed class StackTagTests(StackTagTests.Tagged recordings) : IClassFixture<StackTagTests.Tagged>, IDisposable
{
    private const int Recordings = 12;

    // Each is asked some hundred questions.
    private const int Few = 2;

    private static readonly string[] s_names = ["A", "A/B", "A/C", "D", "E/F", "Own"];

    private static readonly int[] s_priorities = [-TagRule.MostPriority, -1, 0, 0, 0, 1, 2, TagRule.MostPriority];

    private static readonly string[] s_patterns =
    [
        "Shop.M1", "shop.m?", "*M5", "Kestrel.*", "System.IO.*", "a file!*", "A FILE!System.IO.File.M?", "*!Shop.*", "libc*", "*!m7", "nothing",
        "own code", "*", "a_file!*", "%!*", "Shop.M_", "*.*.*", "no file!*",
    ];

    // What one test asked about is no question of the next one.
    public void Dispose()
    {
        foreach ((QuerySession session, _, _) in recordings.All)
            (session.Window, session.Tags) = (null, null);
    }

    [Fact]
    public void A_stack_has_the_tag_of_its_innermost_frame_of_the_highest_priority()
    {
        int tagged = 0, other = 0;
        foreach ((QuerySession session, _, TagRules rules) in recordings.All)
        {
            PlainTags plain = PlainTags.Of(session, rules);
            ResultTable told = Run(session, "lib/stack-tag");
            Dictionary<long, (string, long)> tags =
                told.Rows.ToDictionary(static row => row[0].Integer, static row => (row[1].Text, row[2].Integer));
            // A key of the dictionary is a stack, so none has two.
            Assert.Equal(told.Rows.Count, tags.Count);
            foreach (long stack in plain.Stacks)
            {
                (string tag, long priority) = plain.TagOf(stack);
                (string, long)? found = tags.TryGetValue(stack, out (string, long) known) ? known : null;
                Assert.Equal(tag == TagRules.Other ? null : (tag, priority), found);
                _ = tag == TagRules.Other ? other++ : tagged++;
            }
        }

        Assert.True(tagged > 20 && other > 5, $"{tagged} {other}");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Sums_by_tag_are_those_of_a_plain_computation()
    {
        int rows = 0;
        foreach ((QuerySession session, _, TagRules rules) in recordings.All)
        {
            PlainTags plain = PlainTags.Of(session, rules);
            foreach (TimeWindow? window in (TimeWindow?[])[null, new(90, 310, RandomTrace.DurationNs)])
            {
                session.Window = window;
                foreach ((string query, string stacks, string sum, string weight) in ((string, string, string, string)[])
                [
                    ("time/cpu-tags", "trees/cpu", "cpu_ns", "weight_ns"),
                    ("time/wait-tags", "trees/waits", "wait_sum_ns", "weight_ns"),
                    ("time/alloc-tags", "trees/allocs", "estimated_bytes", "weight_bytes"),
                ])
                {
                    ResultTable by = Run(session, query), of = Run(session, stacks);
                    Dictionary<string, double> expected = of.Rows
                        .GroupBy(row => row[of.IndexOf("cause")].IsNull ? plain.TagOf(row[1].Integer, row[2].Integer) : TagRules.Pause)
                        .Select(tag => (tag.Key, Sum: tag.Sum(row => Number(row[of.IndexOf(weight)]))))
                        .Where(static tag => tag.Sum > 0).ToDictionary(static tag => tag.Key, static tag => tag.Sum);
                    Dictionary<string, double> told = by.Rows.GroupBy(row => row[by.IndexOf("tag")].Text)
                        .Select(tag => (tag.Key, Sum: tag.Sum(row => Number(row[by.IndexOf(sum)]))))
                        .Where(static tag => tag.Sum > 0).ToDictionary(static tag => tag.Key, static tag => tag.Sum);
                    Assert.Equal(expected.OrderBy(static tag => tag.Key), told.OrderBy(static tag => tag.Key));
                    rows += told.Count;
                }
            }
        }

        Assert.True(rows > 100, $"{rows}");
    }

    // The other rows of a verb, its trees and its totals: what is of each tag alone is together what is of all.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("time/cpu", "process,pid,method", "cpu_self_ns,cpu_total_ns,samples")]
    [InlineData("time/waits", "process,pid,state,kind,method", "wait_sum_ns,ready_sum_ns,count")]
    [InlineData("time/method-waits", "process,pid,method", "wait_sum_ns,ready_sum_ns,count")]
    [InlineData("time/allocs", "process,pid,type", "estimated_bytes,sample_count")]
    [InlineData("time/alloc-methods", "process,pid,method", "estimated_bytes,sample_count")]
    [InlineData("trees/cpu", "process_id,stack_id", "weight_ns,count")]
    [InlineData("trees/waits", "process_id,stack_id,beside_stack_id,cause", "weight_ns,count")]
    [InlineData("trees/allocs", "process_id,stack_id", "weight_bytes,count")]
    [InlineData("time/cpu-modules", "process,pid,module", "cpu_self_ns,cpu_total_ns,samples")]
    [InlineData("time/cpu-spans", "process,pid,method", "cpu_self_ns,cpu_total_ns,samples")]
    [InlineData("time/cpu-tags", "process,pid,tag", "cpu_ns,samples")]
    [InlineData("time/wait-tags", "process,pid,state,tag", "wait_sum_ns,ready_sum_ns,count")]
    [InlineData("time/alloc-tags", "process,pid,tag", "estimated_bytes,sample_count")]
    public void What_is_of_each_tag_is_together_what_is_of_all(string query, string keys, string columns)
    {
        int parts = 0;
        foreach ((QuerySession session, _, TagRules rules) in recordings.All.Take(Few))
        {
            foreach (TimeWindow? window in (TimeWindow?[])[null, new(90, 310, RandomTrace.DurationNs)])
            {
                session.Window = window;
                ResultTable whole = Run(session, query);
                List<ResultTable> each = [];
                foreach (string tag in rules.Tags)
                {
                    session.Tags = $",{tag},";
                    each.Add(Run(session, query));
                    parts += each[^1].Rows.Count > 0 ? 1 : 0;
                }

                session.Tags = $",{string.Join(',', rules.Tags)},";
                string[] expected = Rows([whole], keys, columns);
                Assert.Equal(expected, Rows([Run(session, query)], keys, columns));
                session.Tags = null;
                Assert.Equal(expected, Rows(each, keys, columns));
            }
        }

        Assert.True(parts > 2 * Few, $"{parts}");
    }

    [Fact]
    public void Only_what_tags_need_is_opened_for_them()
    {
        NamedQuery cpu = NamedQuery.Of("time/cpu");

        Assert.False(cpu.Names("tag_rule"));
        Assert.False(cpu.Names("tag_rule", new TimeWindow(1, 2, 9)));
        Assert.True(cpu.Names("tag_rule", null, ",A,"));
        Assert.False(cpu.Names("method_cpu", null, ",A,"));
    }

    private static ResultTable Run(QuerySession session, string query)
    {
        QueryParameter[] values =
        [
            .. NamedQuery.Of(query).Header.Parameters.Select(static parameter => parameter.Name)
                .Select(static name => new QueryParameter(name, name == "rec" ? Cell.Of(0) : Cell.Of(true))),
        ];
        return session.Run(query, TestContext.Current.CancellationToken, values);
    }

    private static string[] Rows(IReadOnlyList<ResultTable> tables, string keys, string columns) =>
    [
        .. tables.SelectMany(table => table.Rows.Select(row => (
                Key: string.Join('|', keys.Split(',').Select(key => row[table.IndexOf(key)].ToString())),
                Values: Array.ConvertAll(columns.Split(','), column => Number(row[table.IndexOf(column)])))))
            .GroupBy(static row => row.Key)
            .Select(group => (group.Key, Values: columns.Split(',').Select((_, i) => group.Sum(row => row.Values[i])).ToArray()))
            .Where(static group => group.Values.Any(static value => value != 0))
            .Select(static group => $"{group.Key}: {string.Join(' ', group.Values)}")
            .Order(StringComparer.Ordinal),
    ];

    private static double Number(Cell cell) => cell.IsNull ? 0 : cell.Number;

    /// <summary>The recordings, each with rules of its own.</summary>
    public sealed class Tagged : IDisposable
    {
        private readonly TestFolder _folder = new();
        private readonly List<(QuerySession Session, RecordingReader Reader, TagRules Rules)> _all = [];

        public Tagged()
        {
            for (int seed = 1; seed <= Recordings; seed++)
            {
                Random random = new(seed);
                RecordingReader reader = RandomTrace.Write(_folder, 400 + seed);
                QuerySession session = QuerySession.Open(reader);
                string text = string.Concat(Enumerable.Range(0, random.Next(1, 7)).Select(_ =>
                    $"tag {s_names[random.Next(s_names.Length)]}\n priority {s_priorities[random.Next(s_priorities.Length)]}\n "
                    + string.Join("\n ", random.GetItems(s_patterns, random.Next(1, 4))) + "\n"));
                session.TagRules = TagRules.Of("random.tags", text);
                _all.Add((session, reader, session.TagRules));
            }
        }

        public IReadOnlyList<(QuerySession Session, RecordingReader Reader, TagRules Rules)> All => _all;

        public void Dispose()
        {
            foreach ((QuerySession session, RecordingReader reader, _) in _all)
            {
                session.Dispose();
                reader.Dispose();
            }

            _folder.Dispose();
        }
    }
}

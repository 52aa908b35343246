using Fathom.Model.Patterns;
using Fathom.Query.Sessions;
using Fathom.Query.Tags;
using Xunit;

namespace Fathom.Tests.Query.Tags;

/// <summary>Tags of stacks worked out one stack and one frame at a time, from the tables alone: what the queries must say.</summary>
internal sealed class PlainTags
{
    private readonly Dictionary<long, (long Priority, int Place, string Tag)> _methods = [];
    private readonly Dictionary<long, List<(long Depth, long Method)>> _frames = [];

    private PlainTags()
    {
    }

    public static PlainTags Of(QuerySession session, TagRules rules)
    {
        PlainTags tags = new();
        const string owned = "SELECT method_id FROM method WHERE rec = 0 AND origin = 'own'";
        HashSet<long> own = [.. Rows(owned).Select(static row => row.Number("method_id")!.Value)];
        foreach (TableRow row in Rows("SELECT method_id, name, module, origin FROM method WHERE rec = 0"))
        {
            long method = row.Number("method_id")!.Value;
            string name = row.Text("name")!, module = row.Text("module") ?? "";
            // Written order; the last one wins only with a larger priority.
            for (int i = 0; i < rules.Rules.Count; i++)
            {
                TagRule rule = rules.Rules[i];
                bool fits = rule.IsOwn ? own.Contains(method) : Fits(rule, name, module);
                if (fits && (!tags._methods.TryGetValue(method, out var known) || rule.Priority > known.Priority))
                    tags._methods[method] = (rule.Priority, i, rule.Tag);
            }
        }

        const string stacks =
            "SELECT s.stack_id, s.depth, f.method_id FROM stack_frame s JOIN frame f ON f.rec = s.rec AND f.frame_id = s.frame_id WHERE s.rec = 0";
        foreach (TableRow row in Rows(stacks))
        {
            long stack = row.Number("stack_id")!.Value;
            if (!tags._frames.TryGetValue(stack, out List<(long, long)>? frames))
                tags._frames.Add(stack, frames = []);
            frames.Add((row.Number("depth")!.Value, row.Number("method_id")!.Value));
        }

        return tags;

        IEnumerable<TableRow> Rows(string sql) => TableRow.All(session.Ask(sql, [], TestContext.Current.CancellationToken));
    }

    public static bool Fits(TagRule rule, string name, string module) =>
        rule.Module is null ? new Pattern(rule.Method).Matches(name)
        : new Pattern(rule.Module).Matches(module)
            && new Pattern(rule.Method).Matches(WithoutFile(name, module));

    private static string WithoutFile(string name, string module) =>
        name.StartsWith(module + "!", StringComparison.Ordinal) ? name[(module.Length + 1)..] : name;

    public IEnumerable<long> Stacks => _frames.Keys;

    /// <summary>From the inside out; a frame of a larger priority takes the tag.</summary>
    public (string Tag, long Priority) TagOf(long stack)
    {
        (string Tag, long Priority) best = (TagRules.Other, long.MinValue);
        foreach ((_, long method) in _frames.GetValueOrDefault(stack, []).OrderBy(static frame => frame.Depth))
        {
            if (_methods.TryGetValue(method, out var known) && known.Priority > best.Priority)
                best = (known.Tag, known.Priority);
        }

        return best;
    }

    /// <summary>The tag of a stack and of the one that is known beside it, whose frames are the outer ones.</summary>
    public string TagOf(long stack, long beside)
    {
        (string own, long ofOwn) = TagOf(stack);
        (string other, long ofOther) = TagOf(beside);
        return ofOther > ofOwn ? other : own;
    }
}

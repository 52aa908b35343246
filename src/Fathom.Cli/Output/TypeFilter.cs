using System.CommandLine;
using Fathom.Model.Conditions;

namespace Fathom.Cli.Output;

/// <summary><c>--type</c> as a condition on the rows, like those of <c>--where</c>.</summary>
internal static class TypeFilter
{
    /// <summary>The condition of the patterns that were given; none where none were.</summary>
    public static Condition[] Of(Option<string[]> option, ParseResult parsed)
    {
        if (parsed.GetValue(option) is not { Length: > 0 } patterns)
            return [];
        string list = string.Join(',', patterns);
        return [new Condition(option.Name, list, [new ConditionPart(null, "type", list)])];
    }
}

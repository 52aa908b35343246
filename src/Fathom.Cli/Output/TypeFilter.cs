using System.CommandLine;
using Fathom.Model.Conditions;

namespace Fathom.Cli.Output;

/// <summary><c>--type</c> as a condition on the rows, like those of <c>--where</c>.</summary>
internal static class TypeFilter
{
    /// <summary>Adds the patterns that were given to a request.</summary>
    public static OutputRequest Apply(Option<string[]> option, ParseResult parsed, OutputRequest request)
    {
        if (parsed.GetValue(option) is not { Length: > 0 } patterns)
            return request;
        string list = string.Join(',', patterns);
        return request with { Where = [.. request.Where, new Condition(option.Name, list, [new ConditionPart(null, "type", list)])] };
    }
}

using Fathom.Model;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>A method, and what its name is in the source.</summary>
/// <param name="Id">Its number in the recording.</param>
/// <param name="Name">Its name as a runtime tells it.</param>
internal sealed record MethodName(long Id, string Name)
{
    private const string StateMachine = ".MoveNext";

    /// <summary>
    /// Without type arguments, and for an async method or an iterator the method that was written: <c>Shop+&lt;Sell&gt;d__3.MoveNext</c> is <c>Shop.Sell</c>.
    /// </summary>
    public string Written { get; } = OfStateMachine(WithoutArguments(Name));

    /// <summary>A name with dots before nested types, as they are written in a program.</summary>
    public static string Dotted(string name) => name.Replace('+', '.');

    /// <summary>Methods that a name means: its own, or else those whose names end so from a dot on; with what the compiler made.</summary>
    /// <param name="all">The methods that there are.</param>
    /// <param name="method">The name, with or without type arguments.</param>
    public static MethodName[] Find(MethodName[] all, string method)
    {
        string dotted = Dotted(method);
        HashSet<string> same =
            [.. all.Where(each => each.Name == method || Dotted(each.Written) == dotted).Select(static each => each.Written)];
        return dotted.Length == 0 ? []
            : same.Count > 0 ? [.. all.Where(each => same.Contains(each.Written))]
            : [.. all.Where(each => Dotted(each.Written).EndsWith("." + dotted, StringComparison.Ordinal))];
    }

    /// <summary>The methods of a recording, as a query with <c>method_id</c> and <c>method</c> tells them.</summary>
    public static MethodName[] Of(QuerySession session, string query, int rec, CancellationToken stop) =>
    [
        .. TableRow.All(session.Run(query, stop, QueryParameter.Of("rec", rec)))
            .Select(static row => new MethodName(row.Number("method_id") ?? 0, row.Text("method") ?? "")),
    ];

    /// <summary>The methods that a name means, all of which are one in the source.</summary>
    /// <param name="all">The methods that there are.</param>
    /// <param name="method">The name, with or without type arguments, or its end from a dot on.</param>
    /// <param name="option">The option that the name was given for.</param>
    /// <param name="prefix">What stands before the name there.</param>
    /// <param name="kind">Where such methods are: on stacks, or with samples.</param>
    /// <param name="none">The sentence where the name means none, and where the names are.</param>
    /// <exception cref="FathomException">The name means none, or several.</exception>
    public static MethodName[] Only(MethodName[] all, string method, string option, string prefix, string kind, (string Sentence, string Names) none)
    {
        MethodName[] found = Find(all, method);
        string[] names = [.. found.Select(static each => each.Written).Distinct()];
        return names.Length switch
        {
            1 => found,
            0 => throw FathomException.Target(none.Sentence, Near(all, method) is { } near ? $"{option} '{prefix}{near}'" : none.Names),
            _ => throw FathomException.Target(
                $"'{method}' is the end of {names.Length} names of methods {kind}.", $"{option} '{prefix}{names[0]}', or '{prefix}{names[1]}'"),
        };
    }

    /// <summary>A name that is near to one that means nothing; null where none is.</summary>
    public static string? Near(MethodName[] all, string method)
    {
        string last = LastPart(method);
        return last.Length == 0 ? null
            : (all.FirstOrDefault(each => LastPart(each.Written).StartsWith(last, StringComparison.OrdinalIgnoreCase))
                ?? all.FirstOrDefault(each => NearMiss.Find(last, [LastPart(each.Written)]) is not null))?.Written;
    }

    private static string LastPart(string name) => name[(name.LastIndexOf('.') + 1)..];

    private static string WithoutArguments(string name)
    {
        int open = name.IndexOf('[', StringComparison.Ordinal), close = name.LastIndexOf(']');
        // Names of native code and of its places have brackets too, at their beginning.
        return open > 0 && close > open ? name[..open] + name[(close + 1)..] : name;
    }

    private static string OfStateMachine(string name)
    {
        if (!name.EndsWith(StateMachine, StringComparison.Ordinal))
            return name;
        int open = name.IndexOf('<', StringComparison.Ordinal), close = open < 0 ? -1 : name.IndexOf(">d", open, StringComparison.Ordinal);
        return open > 0 && close > open + 1 && name[open - 1] is ('+' or '.') && !name.AsSpan(open + 1, close - open - 1).ContainsAny('<', '>')
            ? $"{name[..(open - 1)]}.{name[(open + 1)..close]}"
            : name;
    }
}

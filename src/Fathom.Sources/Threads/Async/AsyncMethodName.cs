using System.Text.RegularExpressions;

namespace Fathom.Sources.Threads.Async;

/// <summary>Turns the name of a type that the compiler made for an async method into the name of that method.</summary>
internal static partial class AsyncMethodName
{
    /// <summary><c>Shop.Cart+&lt;LoadAsync&gt;d__4</c> is <c>Shop.Cart.LoadAsync</c>. A name of another form is returned as it is.</summary>
    public static string Of(string stateMachine)
    {
        Match match = Pattern().Match(stateMachine);
        return match.Success ? $"{match.Groups["type"].Value}.{match.Groups["method"].Value}{match.Groups["arguments"].Value}" : stateMachine;
    }

    // TYPE+<METHOD>d__N, or TYPE+<METHOD>d for local functions and lambdas, whose METHOD has angle brackets of its own; type arguments follow.
    [GeneratedRegex(@"^(?<type>.*)\+<(?<method>.+)>d(__\d+)?(?<arguments><.*>)?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}

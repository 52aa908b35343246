using Microsoft.CodeAnalysis;

namespace Fathom.Model.Generators;

/// <summary>Something that is wrong with a declaration.</summary>
/// <param name="Rule">The rule that it breaks.</param>
/// <param name="Place">Where.</param>
/// <param name="Arguments">What the rule's sentence names.</param>
internal sealed record Problem(DiagnosticDescriptor Rule, Place Place, Values<string> Arguments)
{
    public Problem(DiagnosticDescriptor rule, Location at, params string[] arguments)
        : this(rule, Generators.Place.Of(at), new([.. arguments]))
    {
    }

    public Diagnostic ToDiagnostic() => Diagnostic.Create(Rule, Place.ToLocation(), Arguments.Cast<object>().ToArray());
}

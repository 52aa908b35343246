using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Tests.Architecture;

/// <summary>Names inside of a type that hide those of types outside.</summary>
internal sealed class TypeMembers
{
    /// <summary>Names of what can stand in an expression: properties, fields, methods, values of enums.</summary>
    public HashSet<string> Names { get; } = [];

    /// <summary>Names of types inside of it, and of its type parameters.</summary>
    public HashSet<string> Types { get; } = [];

    /// <summary>Names of what it derives from.</summary>
    public HashSet<string> Bases { get; } = [];

    /// <summary>Adds a declaration of it, or a part of one.</summary>
    public void Add(MemberDeclarationSyntax declaration)
    {
        foreach (var node in declaration.DescendantNodes())
        {
            _ = node switch
            {
                PropertyDeclarationSyntax property => Names.Add(property.Identifier.Text),
                MethodDeclarationSyntax method => Names.Add(method.Identifier.Text),
                VariableDeclaratorSyntax field => Names.Add(field.Identifier.Text),
                EnumMemberDeclarationSyntax value => Names.Add(value.Identifier.Text),
                ParameterSyntax parameter => Names.Add(parameter.Identifier.Text),
                BaseTypeDeclarationSyntax inner => Types.Add(inner.Identifier.Text),
                DelegateDeclarationSyntax inner => Types.Add(inner.Identifier.Text),
                TypeParameterSyntax parameter => Types.Add(parameter.Identifier.Text),
                BaseTypeSyntax above => above.Type is SimpleNameSyntax name && Bases.Add(name.Identifier.Text),
                _ => false,
            };
        }
    }
}

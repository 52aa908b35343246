using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Model.Generators;

/// <summary>Reads the columns of a table from the parameters of its row.</summary>
internal sealed class ColumnReader(SemanticModel model, List<Problem> problems, CancellationToken cancel)
{
    /// <summary>Name of the attribute of a column.</summary>
    public const string Attribute = "Fathom.Model.Tables.ColumnAttribute";

    private readonly HashSet<string> _names = ["rec"];

    /// <summary>All columns that are declared well; the others are added to the problems.</summary>
    public ImmutableArray<Column> Read(ParameterListSyntax parameters) => [.. parameters.Parameters.Select(Column).OfType<Column>()];

    private Column? Column(ParameterSyntax syntax)
    {
        if (model.GetDeclaredSymbol(syntax, cancel) is not { } parameter)
            return null;
        int before = problems.Count;
        Location at = syntax.Identifier.GetLocation();
        bool nullable = parameter.Type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
        ITypeSymbol type = nullable ? ((INamedTypeSymbol)parameter.Type).TypeArguments[0] : parameter.Type;
        ColumnKind? kind = ColumnKind.Of(type);
        if (kind is null || (kind.IsText && nullable))
            problems.Add(new(DeclarationRules.ColumnType, at, parameter.Name, parameter.Type.ToDisplayString()));

        string name = Names.OfColumn(parameter.Name);
        if (!Names.IsValid(name))
            problems.Add(new(DeclarationRules.Name, at, name));
        else if (!_names.Add(name))
            problems.Add(new(DeclarationRules.DuplicateColumn, at, parameter.Name, name));

        AttributeData? attribute = parameter.GetAttributes().FirstOrDefault(one => one.AttributeClass?.ToDisplayString() == Attribute);
        string description = attribute?.ConstructorArguments.FirstOrDefault().Value as string ?? "";
        if (string.IsNullOrWhiteSpace(description) || description.Contains('\n'))
            problems.Add(new(DeclarationRules.ColumnDescription, at, parameter.Name));
        bool marked = attribute?.NamedArguments.Any(one => one is { Key: "Nullable", Value.Value: true }) ?? false;
        if (marked && kind is { IsText: false })
            problems.Add(new(DeclarationRules.Nullable, at, parameter.Name, kind.Value));
        return problems.Count == before ? new(parameter.Name, name, kind!, nullable || marked, description) : null;
    }
}

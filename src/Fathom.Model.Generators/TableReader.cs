using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Model.Generators;

/// <summary>Reads the declaration of one table.</summary>
internal sealed class TableReader(GeneratorAttributeSyntaxContext context, CancellationToken cancel)
{
    private readonly INamedTypeSymbol _row = (INamedTypeSymbol)context.TargetSymbol;
    private readonly Location _at = ((BaseTypeDeclarationSyntax)context.TargetNode).Identifier.GetLocation();
    private readonly List<Problem> _problems = [];

    public Declaration Read()
    {
        Table? table = Table();
        return new(_problems.Count == 0 ? table : null, new([.. _problems]), Place.Of(_at));
    }

    private Table? Table()
    {
        if (!IsRow(out ParameterListSyntax? parameters))
        {
            _problems.Add(new(DeclarationRules.Shape, _at, _row.Name));
            return null;
        }

        ImmutableArray<TypedConstant> arguments = context.Attributes[0].ConstructorArguments;
        string name = (string?)arguments[0].Value ?? "";
        string group = (string?)arguments[1].Value ?? "";
        foreach (string wrong in new[] { name, group }.Where(one => !Names.IsValid(one)))
            _problems.Add(new(DeclarationRules.Name, _at, wrong));
        string? description = Summary.Of(_row, cancel);
        if (description is null)
            _problems.Add(new(DeclarationRules.TableDescription, _at, _row.Name));
        ImmutableArray<Column> columns = new ColumnReader(context.SemanticModel, _problems, cancel).Read(parameters!);
        if (_problems.Count > 0)
            return null;
        ImmutableArray<string> sortKey = SortKey(name, columns, arguments[2]);
        return new(_row.ContainingNamespace.ToDisplayString(), _row.Name, name, group, description ?? "", new(columns), new(sortKey));
    }

    private bool IsRow(out ParameterListSyntax? parameters)
    {
        RecordDeclarationSyntax? record = context.TargetNode as RecordDeclarationSyntax;
        parameters = record?.ParameterList;
        return record is not null
            && record.IsKind(SyntaxKind.RecordStructDeclaration)
            && record.Modifiers.Any(SyntaxKind.PartialKeyword)
            && parameters is { Parameters.Count: > 0 }
            && _row is { IsReadOnly: true, IsGenericType: false, ContainingType: null, ContainingNamespace.IsGlobalNamespace: false };
    }

    private ImmutableArray<string> SortKey(string table, ImmutableArray<Column> columns, TypedConstant given)
    {
        ImmutableArray<string> key = given.IsNull ? [] : [.. given.Values.Select(one => (string?)one.Value ?? "")];
        for (int i = 0; i < key.Length; i++)
        {
            if (!columns.Any(column => column.Name == key[i] && column.Kind.HasOrder) || key.IndexOf(key[i]) < i)
                _problems.Add(new(DeclarationRules.SortKey, _at, key[i], table));
        }

        return key;
    }
}

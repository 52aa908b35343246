using System.Collections.Immutable;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Fathom.Model.Generators;

/// <summary>
/// Completes each record with <c>[Table]</c> to a row of a recorded table: the schema, and the code that turns a batch of rows into columns.
/// The declaration is the only place where a column is named, typed and described.
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class TableGenerator : IIncrementalGenerator
{
    /// <summary>The step that reads declarations, for tests of what is read again.</summary>
    public const string ReadStep = "ReadTable";

    private const string Attribute = "Fathom.Model.Tables.TableAttribute";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<Declaration> declarations = context.SyntaxProvider
            .ForAttributeWithMetadataName(Attribute, static (_, _) => true, static (one, cancel) => new TableReader(one, cancel).Read())
            .WithTrackingName(ReadStep);
        context.RegisterSourceOutput(declarations, Write);
        context.RegisterSourceOutput(declarations.Collect(), CompareNames);
    }

    private static void Write(SourceProductionContext context, Declaration declaration)
    {
        foreach (Problem problem in declaration.Problems)
            context.ReportDiagnostic(problem.ToDiagnostic());
        if (declaration.Table is { } table)
            context.AddSource($"{table.Namespace}.{table.RowType}.g.cs", SourceText.From(TableSource.Of(table), Encoding.UTF8));
    }

    private static void CompareNames(SourceProductionContext context, ImmutableArray<Declaration> all)
    {
        Dictionary<string, string> rows = [];
        foreach (Declaration declaration in all)
        {
            if (declaration.Table is not { } table)
                continue;
            if (rows.TryGetValue(table.Name, out string other))
                context.ReportDiagnostic(Diagnostic.Create(DeclarationRules.DuplicateTable, declaration.Place.ToLocation(), table.RowType, table.Name, other));
            else
                rows.Add(table.Name, table.RowType);
        }
    }
}

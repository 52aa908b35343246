using Microsoft.CodeAnalysis;

namespace Fathom.Model.Generators;

/// <summary>What a declaration of a table must keep to. Each breach is an error of the compiler.</summary>
internal static class DeclarationRules
{
    public static readonly DiagnosticDescriptor Shape = Rule(
        "FTH001", "A table is a readonly partial record struct",
        "'{0}' declares a table, so it must be a 'readonly partial record struct' in a namespace, without type parameters, "
        + "whose columns are its parameters");

    public static readonly DiagnosticDescriptor ColumnType = Rule(
        "FTH002", "The type of a column is one that can be stored",
        "Column '{0}' has the type '{1}', which cannot be stored; a column is one of " + ColumnKind.Supported);

    public static readonly DiagnosticDescriptor ColumnDescription = Rule(
        "FTH003", "A column says what it means",
        "Column '{0}' has no description; write [Column(\"What it means.\")], in one line of text, before it");

    public static readonly DiagnosticDescriptor TableDescription = Rule(
        "FTH004", "A table says what its rows are",
        "'{0}' needs a <summary> of plain text: it is the description of the table (the compiler reads it where GenerateDocumentationFile is true)");

    public static readonly DiagnosticDescriptor DuplicateColumn = Rule(
        "FTH005", "A column is declared once",
        "'{0}' would be a second column '{1}' of this table; every query sees a column 'rec' too");

    public static readonly DiagnosticDescriptor DuplicateTable = Rule(
        "FTH006", "A table is declared once",
        "'{0}' would be a second declaration of table '{1}', which '{2}' declares");

    public static readonly DiagnosticDescriptor SortKey = Rule(
        "FTH007", "A table is sorted by its own columns",
        "'{0}' in the sort key is not a column of table '{1}' that has an order, or stands there twice");

    public static readonly DiagnosticDescriptor Nullable = Rule(
        "FTH008", "Only text is marked as nullable",
        "Column '{0}' is a number or truth value: write '{1}?' instead of 'Nullable = true'");

    public static readonly DiagnosticDescriptor Name = Rule(
        "FTH009", "Names are snake_case",
        "'{0}' cannot be the name of a table, group or column: lower-case letters a to z, digits and '_', a letter first");

    private static DiagnosticDescriptor Rule(string id, string title, string message) =>
        new(id, title, message, "Fathom.Tables", DiagnosticSeverity.Error, isEnabledByDefault: true);
}

using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Tests.Architecture;

/// <summary>
/// Calls that open or make a file or folder by its path in another way than <c>Fathom.Files</c> does. Files of the kernel, whose path begins with <c>/proc/</c> or <c>/sys/</c> in the call
/// itself, are no such: nobody else can put anything there.
/// </summary>
internal static partial class FileOpenings
{
    private static readonly HashSet<string> s_folders = ["CreateDirectory", "CreateTempSubdirectory", "CreateSymbolicLink"];
    private static readonly HashSet<string> s_systemCalls = ["open", "openat", "openat2", "creat", "mkdir", "mkdirat", "mknod", "mkfifo", "chmod", "chown", "lchown", "fchmodat", "fchownat", "fopen"];

    /// <summary>The calls of a file, each as its text on one line.</summary>
    public static IEnumerable<string> In(SourceFile file)
    {
        foreach (SyntaxNode node in file.Root.DescendantNodes())
        {
            bool isOpening = node switch
            {
                InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax called } call =>
                    IsOpening(called.Expression.ToString(), called.Name.Identifier.Text) && !IsOfKernel(call.ArgumentList),
                BaseObjectCreationExpressionSyntax { ArgumentList: { } arguments } made => IsOpening(made, arguments) && !IsOfKernel(arguments),
                AttributeSyntax { ArgumentList: { } arguments } import => import.Name.ToString() is "LibraryImport" or "DllImport" && s_systemCalls.Contains(EntryPoint(import, arguments)),
                _ => false,
            };
            if (isOpening)
                yield return Blanks().Replace(node.ToString(), " ");
        }
    }

    private static bool IsOpening(string type, string method) => type switch
    {
        "File" or "System.IO.File" => Opening().IsMatch(method),
        "Directory" => s_folders.Contains(method),
        "ZipFile" or "MemoryMappedFile" => Archive().IsMatch(method),
        _ => false,
    };

    // One that is made of an open file has no mode.
    private static bool IsOpening(BaseObjectCreationExpressionSyntax made, BaseArgumentListSyntax arguments) =>
        arguments.Arguments.Any(static argument => argument.ToString().Contains("FileMode.", StringComparison.Ordinal) || argument.ToString().Contains("FileStreamOptions", StringComparison.Ordinal))
        || (made is ObjectCreationExpressionSyntax { Type: var type } && type.ToString() is "StreamReader" or "StreamWriter"
            && arguments.Arguments is [var first, ..] && Path().IsMatch(first.ToString()));

    private static bool IsOfKernel(BaseArgumentListSyntax arguments) => arguments.Arguments is [var first, ..] && Kernel().IsMatch(first.ToString());

    private static string EntryPoint(AttributeSyntax import, AttributeArgumentListSyntax arguments) =>
        arguments.Arguments.FirstOrDefault(static one => one.NameEquals?.Name.Identifier.Text == "EntryPoint")?.Expression.ToString().Trim('"')
        ?? import.FirstAncestorOrSelf<MethodDeclarationSyntax>()?.Identifier.Text ?? "";

    [GeneratedRegex("^(Open|ReadAll|ReadLines|WriteAll|Append|Create|Copy|SetUnixFileMode|SetAttributes)")]
    private static partial Regex Opening();

    [GeneratedRegex("^(Open|Create|Extract)")]
    private static partial Regex Archive();

    [GeneratedRegex("^(string\\.Create\\(CultureInfo\\.InvariantCulture, )?\\$?\"/(proc|sys)/")]
    private static partial Regex Kernel();

    [GeneratedRegex("^(\\$?\"|Path\\.|[a-zA-Z.]*([pP]ath|[fF]ile)\\b)")]
    private static partial Regex Path();

    [GeneratedRegex("\\s+")]
    private static partial Regex Blanks();
}

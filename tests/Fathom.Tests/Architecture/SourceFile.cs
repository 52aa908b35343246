using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Tests.Architecture;

/// <summary>A file of a project: what it declares, and which namespaces it sees.</summary>
internal sealed class SourceFile
{
    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Preview);

    /// <summary>Parses a file.</summary>
    /// <param name="folder">Its folder, from the project's own; empty for that.</param>
    /// <param name="name">Its name.</param>
    /// <param name="text">Its text.</param>
    public SourceFile(string folder, string name, string text)
    {
        (Folder, Name) = (folder, name);
        Root = CSharpSyntaxTree.ParseText(text, s_options).GetCompilationUnitRoot();
        Namespace = Root.Members.OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString() ?? "";
        Usings = [.. Root.Usings.Where(static line => line.Alias is null && line.StaticKeyword == default).Select(static line => line.Name!.ToString())];
    }

    /// <summary>Its folder.</summary>
    public string Folder { get; }

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Its text, parsed.</summary>
    public CompilationUnitSyntax Root { get; }

    /// <summary>The namespace of its types.</summary>
    public string Namespace { get; }

    /// <summary>Namespaces that it names at its head.</summary>
    public IReadOnlyList<string> Usings { get; }

    /// <summary>Its own namespace and those around that, the innermost first.</summary>
    public IEnumerable<string> Around
    {
        get
        {
            for (string at = Namespace; at.Length > 0; at = at.LastIndexOf('.') is > 0 and int dot ? at[..dot] : "")
                yield return at;
        }
    }

    /// <summary>Its types, those inside of types left out.</summary>
    public IEnumerable<MemberDeclarationSyntax> Types => Root.DescendantNodes(static node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
        .OfType<MemberDeclarationSyntax>().Where(static member => member is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax);

    /// <summary>Methods that are called as if their first argument had them.</summary>
    public IEnumerable<string> ExtensionMethods => Root.DescendantNodes().OfType<MethodDeclarationSyntax>()
        .Where(static method => method.ParameterList.Parameters.FirstOrDefault() is { } first && first.Modifiers.Any(SyntaxKind.ThisKeyword)).Select(static method => method.Identifier.Text);

    /// <summary>Name of a type.</summary>
    public static string NameOf(MemberDeclarationSyntax type) => type is DelegateDeclarationSyntax call ? call.Identifier.Text : ((BaseTypeDeclarationSyntax)type).Identifier.Text;
}

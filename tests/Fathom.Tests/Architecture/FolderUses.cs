using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Tests.Architecture;

/// <summary>
/// Which folders of one project use types of which others, by the names in its source: code only, neither comments nor texts, and no name of a member that
/// happens to be that of a type.
/// </summary>
internal sealed class FolderUses
{
    private readonly Dictionary<(string Namespace, string Name), string> _types = [];
    private readonly Dictionary<string, TypeMembers> _members = [];
    private readonly ILookup<string, SourceFile> _extensions;

    private FolderUses(IReadOnlyList<SourceFile> files)
    {
        foreach (SourceFile file in files)
        {
            foreach (MemberDeclarationSyntax type in file.Types)
            {
                string name = SourceFile.NameOf(type);
                _types.TryAdd((file.Namespace, name), file.Folder);
                if (!_members.TryGetValue(name, out TypeMembers? members))
                    _members.Add(name, members = new TypeMembers());
                members.Add(type);
            }
        }

        _extensions = files.Where(static file => file.ExtensionMethods.Any()).ToLookup(static file => file.Namespace);
    }

    /// <summary>The uses, each type once per file.</summary>
    public static IReadOnlyList<FolderUse> Of(IReadOnlyList<SourceFile> files)
    {
        FolderUses names = new(files);
        return [.. files.SelectMany(names.Of)];
    }

    private IEnumerable<FolderUse> Of(SourceFile file)
    {
        HashSet<(string Namespace, string Name)> used = [];
        foreach (MemberDeclarationSyntax type in file.Types)
            used.UnionWith(UsedIn(file, type));
        foreach (UsingDirectiveSyntax line in file.Root.Usings.Where(static line => line.Alias is not null || line.StaticKeyword != default))
            used.UnionWith(line.DescendantNodes().OfType<QualifiedNameSyntax>().Select(name => Qualified(file, name.Left.ToString(), name.Right.Identifier.Text)).OfType<(string, string)>());
        foreach (SourceFile extension in file.Usings.Concat(file.Around).SelectMany(space => _extensions[space]))
        {
            HashSet<string> methods = [.. extension.ExtensionMethods];
            IEnumerable<SimpleNameSyntax> named = file.Root.DescendantNodes().OfType<SimpleNameSyntax>();
            if (named.Any(name => name.Parent is MemberAccessExpressionSyntax or MemberBindingExpressionSyntax && methods.Contains(name.Identifier.Text))
                && !used.Any(one => one.Namespace == extension.Namespace))
            {
                used.Add((extension.Namespace, SourceFile.NameOf(extension.Types.First())));
            }
        }

        return used.Where(type => _types[type] != file.Folder).Select(type => new FolderUse(file.Folder, _types[type], type.Name, file.Name));
    }

    private IEnumerable<(string Namespace, string Name)> UsedIn(SourceFile file, MemberDeclarationSyntax type)
    {
        (HashSet<string> members, HashSet<string> inner) = MembersOf(SourceFile.NameOf(type));
        foreach (SimpleNameSyntax name in type.DescendantNodes().OfType<SimpleNameSyntax>())
        {
            string text = name.Identifier.Text;
            (string Namespace, string Name)? found = name.Parent switch
            {
                QualifiedNameSyntax whole when whole.Right == name => Qualified(file, whole.Left.ToString(), text),
                MemberAccessExpressionSyntax whole when whole.Name == name => Qualified(file, whole.Expression.ToString(), text),
                AttributeSyntax => Simple(file, text) ?? Simple(file, text + "Attribute"),
                _ when inner.Contains(text) => null,
                _ when SyntaxFacts.IsInNamespaceOrTypeContext(name) => Simple(file, text),
                _ when members.Contains(text) => null,
                _ => MayBeType(name) ? Simple(file, text) : null,
            };
            if (found is { } one)
                yield return one;
        }
    }

    // Where an expression may stand, a type is before a dot, in nameof, or compared with.
    private static bool MayBeType(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax whole => whole.Expression == name,
        ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.Text: "nameof" } } } => true,
        ConstantPatternSyntax or BinaryExpressionSyntax { RawKind: (int)SyntaxKind.IsExpression or (int)SyntaxKind.AsExpression } => true,
        _ => false,
    };

    private (string Namespace, string Name)? Simple(SourceFile file, string name)
    {
        foreach (string space in file.Around.Concat(file.Usings))
        {
            if (_types.ContainsKey((space, name)))
                return (space, name);
        }

        return null;
    }

    private (string Namespace, string Name)? Qualified(SourceFile file, string left, string name)
    {
        string space = left.StartsWith("global::", StringComparison.Ordinal) ? left["global::".Length..] : left;
        foreach (string whole in file.Around.Select(around => $"{around}.{space}").Append(space))
        {
            if (_types.ContainsKey((whole, name)))
                return (whole, name);
        }

        return null;
    }

    // Those of what a type derives from are its own too.
    private (HashSet<string> Members, HashSet<string> Inner) MembersOf(string type)
    {
        HashSet<string> members = [], inner = [], seen = [];
        Queue<string> open = new([type]);
        while (open.TryDequeue(out string? name))
        {
            if (!seen.Add(name) || !_members.TryGetValue(name, out TypeMembers? own))
                continue;
            members.UnionWith(own.Names);
            inner.UnionWith(own.Types);
            foreach (string above in own.Bases)
                open.Enqueue(above);
        }

        return (members, inner);
    }
}

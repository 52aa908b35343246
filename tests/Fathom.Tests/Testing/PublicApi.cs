using System.Reflection;
using System.Text;

namespace Fathom.Tests.Testing;

/// <summary>Writes what an assembly offers, one line a member, in a stable order.</summary>
internal static class PublicApi
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static string Of(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Kind(type)).Append(' ').Append(type.FullName).Append('\n');
            foreach (string member in Members(type).Order(StringComparer.Ordinal))
                text.Append("  ").Append(member).Append('\n');
        }

        return text.ToString();
    }

    private static IEnumerable<string> Members(Type type)
    {
        foreach (MemberInfo member in type.GetMembers(Declared))
        {
            string? line = member switch
            {
                ConstructorInfo c when IsVisible(c) => $"new({Parameters(c)})",
                MethodInfo m when IsVisible(m) && !m.IsSpecialName => $"{(m.IsStatic ? "static " : "")}{Name(m.ReturnType)} {m.Name}{Generic(m)}({Parameters(m)})",
                PropertyInfo p when (p.GetMethod ?? p.SetMethod) is { } accessor && IsVisible(accessor) =>
                    $"{(accessor.IsStatic ? "static " : "")}{Name(p.PropertyType)} {p.Name}{Index(p)} {{ get;{(p.SetMethod is { } set && IsVisible(set) ? " set/init;" : "")} }}",
                FieldInfo { IsPublic: true } f => $"{Name(f.FieldType)} {f.Name}",
                _ => null,
            };
            if (line is not null && !line.Contains('<', StringComparison.Ordinal) && !line.Contains("EqualityContract", StringComparison.Ordinal)
                && !line.Contains("PrintMembers", StringComparison.Ordinal))
                yield return line;
        }
    }

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Kind(Type type) =>
        type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsValueType ? "struct" : type is { IsAbstract: true, IsSealed: true } ? "static class" : "class";

    private static string Parameters(MethodBase method) =>
        string.Join(", ", method.GetParameters().Select(p => $"{Name(p.ParameterType)} {p.Name}{(p.HasDefaultValue ? $" = {p.DefaultValue ?? "null"}" : "")}"));

    private static string Index(PropertyInfo property) =>
        property.GetIndexParameters() is { Length: > 0 } index ? $"[{string.Join(", ", index.Select(p => Name(p.ParameterType)))}]" : "";

    private static string Generic(MethodInfo method) => method.IsGenericMethod ? $"({string.Join(", ", method.GetGenericArguments().Select(a => a.Name))})" : "";

    private static string Name(Type type) =>
        type.IsGenericType ? $"{type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)]}({string.Join(", ", type.GetGenericArguments().Select(Name))})" : type.Name;
}

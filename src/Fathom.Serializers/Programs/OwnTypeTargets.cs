using Fathom.Model;
using System.Globalization;
using Fathom.Serializers.Kit.OwnTypes;

namespace Fathom.Serializers.Programs;

/// <summary>Whether the programs that are asked for can load a class of the user's: said before anything is built, since every cell would fail with the same words.</summary>
public static class OwnTypeTargets
{
    /// <summary>The oldest framework of all programs: classes that are made for it can be loaded by each.</summary>
    public static string Oldest(IReadOnlyList<BuildTarget> targets) => targets.MinBy(static one => Major(one))!.Framework;

    /// <summary>Refuses programs that load nothing.</summary>
    /// <exception cref="FathomException">One of them is compiled ahead of time only.</exception>
    public static void RequireLoading(IReadOnlyList<BuildTarget> targets)
    {
        if (targets.Any(static one => one.Mode == BuildMode.NativeAot))
            throw FathomException.Usage("A program that is compiled ahead of time only (--build aot) cannot load a class of yours.", "--build jit,r2r");
    }

    /// <summary>Refuses runtimes that are older than the assembly.</summary>
    /// <exception cref="FathomException">One of them is, or the file is no assembly of .NET that can be loaded here.</exception>
    public static void Require(string assembly, IReadOnlyList<BuildTarget> targets)
    {
        RequireLoading(targets);
        string name = Path.GetFileName(assembly);
        AssemblyFramework framework;
        try
        {
            framework = AssemblyFramework.Of(assembly);
        }
        catch (OwnTypeException reason)
        {
            throw FathomException.Usage($"The own type cannot be measured: {reason.Message}.", reason.Next);
        }

        if (framework.IsNetFramework)
            throw FathomException.Usage($"'{name}' targets .NET Framework {framework.Version}, whose assemblies are not loaded here.", "build it for netstandard2.0 or net8.0 and give that .dll");
        string[] older = [.. targets.Where(one => framework.IsNewerThan(Major(one))).Select(static one => $"{Major(one)}.0").Distinct()];
        if (older.Length > 0)
        {
            throw FathomException.Usage(
                $"'{name}' targets net{framework.Version}, so .NET {string.Join(" and ", older)} cannot load it.",
                $"build it for net{targets.Min(Major)}.0 or netstandard2.0 and give that .dll, or give --runtime {framework.Version}");
        }
    }

    private static int Major(BuildTarget target) => int.Parse(target.Framework.AsSpan("net".Length, target.Framework.IndexOf('.') - "net".Length), CultureInfo.InvariantCulture);
}

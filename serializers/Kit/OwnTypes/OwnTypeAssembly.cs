using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>
/// Loads the user's assembly into the default context, so that its references to libraries of this program (attributes of a serializer, say) are the
/// program's own. What the program does not have is looked for beside the assembly.
/// </summary>
internal static class OwnTypeAssembly
{
    /// <summary>Loads it.</summary>
    /// <exception cref="OwnTypeException">It is not there, not of .NET, or of a newer .NET than this process.</exception>
    public static Assembly Load(string path)
    {
        string file = Path.GetFullPath(path);
        if (!File.Exists(file))
            throw new OwnTypeException($"there is no file '{file}'", "build the project and give the path of its .dll");
        RefuseOtherFrameworks(file);
        AssemblyDependencyResolver? resolver = File.Exists(Path.ChangeExtension(file, ".deps.json")) ? new AssemblyDependencyResolver(file) : null;
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            string? found = resolver?.ResolveAssemblyToPath(name) ?? Path.Combine(Path.GetDirectoryName(file)!, name.Name + ".dll");
            return File.Exists(found) ? context.LoadFromAssemblyPath(found) : null;
        };
        try
        {
            return AssemblyLoadContext.Default.LoadFromAssemblyPath(file);
        }
        catch (FileLoadException reason)
        {
            throw new OwnTypeException($"'{file}' cannot be loaded: {reason.Message}", "give the assembly a name that no library of the serializer has");
        }
    }

    /// <summary>Whether the compiler was told not to optimize.</summary>
    public static bool IsDebugBuild(Assembly assembly) =>
        assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true };

    private static void RefuseOtherFrameworks(string file)
    {
        AssemblyFramework framework = AssemblyFramework.Of(file);
        if (framework.IsNetFramework)
            throw new OwnTypeException($"'{file}' targets .NET Framework {framework.Version}", "build it for netstandard2.0 or net8.0 and give that .dll");
        if (framework.IsNewerThan(Environment.Version.Major))
        {
            throw new OwnTypeException(
                $"'{file}' targets net{framework.Version}, and this runs on .NET {Environment.Version}",
                $"build it for net{Environment.Version.Major}.0, or give --runtime {framework.Version}");
        }
    }
}

using System.Reflection;
using System.Text;

namespace Fathom.Bench.Peers;

/// <summary>
/// A serializer with a case, out of the very program that the suite builds and runs: the same adapter, the same data of the same request, checked as the suite
/// checks it, and the same stream. The program has its own Kit (some compile it in), so its types have no names here and are asked for by reflection; what is timed
/// is a delegate that the program made.
/// </summary>
internal sealed class ServedCase
{
    private const string Kit = "Fathom.Serializers.Kit.";
    private static readonly UTF8Encoding s_utf8 = new(false);
    private static readonly string[] s_entries = ["entries"];

    private ServedCase(Func<int, long> serialize, Func<int, long> deserialize) => (Serialize, Deserialize) = (serialize, deserialize);

    /// <summary>Writes so many times into a stream that is kept.</summary>
    public Func<int, long> Serialize { get; }

    /// <summary>Reads so many times from a stream that is kept, and every leaf of what it read.</summary>
    public Func<int, long> Deserialize { get; }

    /// <summary>Loads a program and makes a case ready.</summary>
    /// <param name="program">The program's assembly.</param>
    /// <param name="name">The serializer.</param>
    /// <param name="request">The request that makes the data.</param>
    /// <exception cref="InvalidOperationException">The program does not offer it, or it does not bring the case back whole.</exception>
    public static ServedCase Load(string program, string name, string request)
    {
        Assembly assembly = Assembly.LoadFrom(program);
        Assembly kit = assembly.GetType(Kit + "Sessions.SerializerProgram") is null
            ? Assembly.LoadFrom(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(program))!, "Fathom.Serializers.Kit.dll"))
            : assembly;
        object entry = Entries(assembly, kit).FirstOrDefault(one => (string)Get(one, "Name") == name) ?? throw new InvalidOperationException($"'{program}' does not offer {name}");
        using MemoryStream answers = new();
        object session = Activator.CreateInstance(Type(kit, "Sessions.Session"), entry, new StringReader($"{request}\ncheck\n"), answers)!;
        Type(kit, "Sessions.Session").GetMethod("Run")!.Invoke(session, null);
        string said = s_utf8.GetString(answers.ToArray());
        object bound = Get(session, "Bound");
        return bound is not null && (bool)Get(bound, "IsVerified")
            ? new ServedCase(Prepare(kit, bound, "Serialize"), Prepare(kit, bound, "Deserialize"))
            : throw new InvalidOperationException($"{name} does not bring the case back whole: {said.TrimEnd()}");
    }

    // The entry point tells what there is, and takes the console for itself.
    private static IEnumerable<object> Entries(Assembly assembly, Assembly kit)
    {
        TextWriter console = Console.Out;
        assembly.EntryPoint!.Invoke(null, [s_entries]);
        Console.SetOut(console);
        return (IEnumerable<object>)Type(kit, "Sessions.SerializerProgram").GetProperty("Offered")!.GetValue(null)!;
    }

    private static Func<int, long> Prepare(Assembly kit, object bound, string operation) => (Func<int, long>)Type(kit, "Measuring.BoundCase").GetMethod("Prepared")!.Invoke(
        bound, [Enum.Parse(Type(kit, "Measuring.Operation"), operation), Enum.Parse(Type(kit, "Adapters.Lanes"), "Stream")])!;

    private static Type Type(Assembly kit, string name) => kit.GetType(Kit + name, throwOnError: true)!;

    private static object Get(object of, string property) => of.GetType().GetProperty(property)!.GetValue(of)!;
}

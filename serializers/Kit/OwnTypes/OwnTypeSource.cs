using System.Globalization;
using System.Reflection;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Makes the user's own object: <c>assembly=… type=… json=… | factory=…</c>.</summary>
internal static class OwnTypeSource
{
    /// <summary>The name of the case in tables.</summary>
    public const string CaseName = "own-type";

    private const int ShownUnused = 5;

    /// <summary>Makes it.</summary>
    /// <exception cref="OwnTypeException">It cannot be made.</exception>
    public static OwnTypeSample Load(Message request)
    {
        Assembly assembly = OwnTypeAssembly.Load(request.Required("assembly"));
        Type type = OwnTypeFinder.Find(assembly, request.Required("type"));
        List<string> notes = [];
        if (OwnTypeAssembly.IsDebugBuild(assembly))
            notes.Add($"'{assembly.GetName().Name}' is a debug build: its constructors and properties take longer than in a release build");
        (string source, Type root, object value) = request switch
        {
            _ when request.Text("json") is { } json => ("json", RootOf(JsonOf(json), type), FromJson(JsonOf(json), type, request.Number("json_text", 0) != 0, notes)),
            _ when request.Text("factory") is { } factory => FromFactory(OwnTypeFinder.FindFactory(assembly, type, factory), type),
            _ => ("generated", type, new OwnTypeFiller(new CaseData(CaseDials.From(request))).Fill(type, "")!),
        };
        OwnGraph graph = OwnGraph.Of(value);
        if (graph.Shared > 0 && !graph.HasCycles)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"{graph.Shared} places hold an object that another place holds too; most serializers write it each time"));
        string description = $"{OwnTypeBuilder.Show(root)} of '{assembly.GetName().Name}', {source}";
        SerializerCase made = (SerializerCase)Activator.CreateInstance(
            typeof(OwnTypeCase<>).MakeGenericType(root), description, value, graph.HasCycles || request.Number("identity", 0) != 0)!;
        return new OwnTypeSample(made, source, graph, notes);
    }

    private static JsonPart JsonOf(string path) => File.Exists(path)
        ? JsonSample.Parse(File.ReadAllText(path))
        : throw new OwnTypeException($"there is no file '{path}'", "give a file that holds one JSON document");

    // A sample that is an array holds many of the type.
    private static Type RootOf(JsonPart sample, Type type) =>
        sample.Kind == JsonPartKind.Array && OwnCollections.ElementOf(type) is null ? typeof(List<>).MakeGenericType(type) : type;

    private static object FromJson(JsonPart sample, Type type, bool jsonText, List<string> notes)
    {
        OwnTypeBuilder builder = new(jsonText);
        object value = builder.Build(sample, RootOf(sample, type), "") ?? throw new OwnTypeException("the sample is null", "give a file that holds an object");
        if (builder.Unused.Count > 0)
        {
            notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"{builder.Unused.Count} values of the sample have no member and are left out: "
                + $"{string.Join(", ", builder.Unused.Take(ShownUnused))}{(builder.Unused.Count > ShownUnused ? ", …" : "")}"));
        }

        return value;
    }

    private static (string Source, Type Root, object Value) FromFactory(MethodInfo factory, Type type)
    {
        Type? element = OwnCollections.ElementOf(factory.ReturnType);
        if (!type.IsAssignableFrom(factory.ReturnType) && !(element is not null && type.IsAssignableFrom(element)))
        {
            throw new OwnTypeException(
                $"{factory.DeclaringType!.Name}.{factory.Name} returns {OwnTypeBuilder.Show(factory.ReturnType)}", $"give a method that returns {type.Name} or a collection of them");
        }

        try
        {
            object value = factory.Invoke(null, null) ?? throw new OwnTypeException($"{factory.DeclaringType!.Name}.{factory.Name} returned null", "give a method that makes an object");
            // A declared interface says nothing of what serializers are to make again.
            return ("factory", factory.ReturnType.IsInterface || factory.ReturnType.IsAbstract ? value.GetType() : factory.ReturnType, value);
        }
        catch (TargetInvocationException reason)
        {
            throw new OwnTypeException(
                $"{factory.DeclaringType!.Name}.{factory.Name} threw {reason.InnerException?.GetType().Name}: {reason.InnerException?.Message}", "give a method that makes an object");
        }
    }
}

using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Tests.Serializers.OwnTypes;

/// <summary>Asks a session in this process, with System.Text.Json as its serializer unless another is given.</summary>
internal static class TestSession
{
    /// <summary>The answers to requests.</summary>
    public static List<Message> Ask(SerializerAdapter adapter, params string[] requests)
    {
        using MemoryStream output = new();
        new Session(new SerializerEntry("test", () => adapter), new StringReader(string.Join('\n', requests)), output).Run();
        return [.. Encoding.UTF8.GetString(output.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Message.Parse)];
    }

    /// <summary>The answers to requests of System.Text.Json.</summary>
    public static List<Message> Ask(params string[] requests) => Ask(new TestJsonAdapter(), requests);

    /// <summary>A request about a type of the tests.</summary>
    public static string OwnType(string type, params (string Name, string Value)[] fields)
    {
        Message request = new Message("own-type").With("assembly", typeof(TestSession).Assembly.Location).With("type", type);
        foreach ((string name, string value) in fields)
            request.With(name, value);
        return request.Format();
    }
}

using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Protocol;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Tests.Serializers;

/// <summary>Talks to a session in this process as Fathom talks to the program of a serializer.</summary>
internal static class SeededSession
{
    /// <summary>The answers to some requests.</summary>
    public static List<Message> Ask(SerializerAdapter adapter, params string[] requests) =>
        AskLines(adapter, [.. requests.Select(static one => Message.Parse(one.Replace(' ', '\t')))]);

    /// <summary>The answers to some requests.</summary>
    public static List<Message> AskLines(SerializerAdapter adapter, params Message[] requests)
    {
        using MemoryStream output = new();
        string input = string.Join('\n', requests.Select(static one => one.Format()));
        new Session(new SerializerEntry("seeded", () => adapter), new StringReader(input), output).Run();
        return [.. Encoding.UTF8.GetString(output.ToArray()).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Message.Parse)];
    }
}

using System.Text;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>Bytes that name a class that the reader did not ask for.</summary>
internal sealed class TypeInjection() : Attack("type-injection", "bytes that name a class that the reader did not request")
{
    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        // A whole object of another class, as the serializer itself writes it.
        byte[]? marker = Written(session, new Marker { Text = "a" });
        if (marker is not null)
        {
            Codec<Login> login = session.Adapter.Create<Login>();
            yield return new HostileInput("an object of another class as the whole input", marker, data => login.Deserialize(new MemoryStream(data, writable: false)));
        }

        // In a member that may hold anything.
        Codec<OpenHolder>? open = null;
        byte[]? held = null;
        try
        {
            open = session.Adapter.Create<OpenHolder>();
            held = Written(session, new OpenHolder { Value = new Marker { Text = "a" } });
        }
        catch (NotSupportedException)
        {
            // It has no members of type object: nothing to inject into.
        }

        if (open is not null && held is not null)
            yield return new HostileInput("an object of another class in a member of type object", held, Reader(open));
        if (open is not null && session.Adapter.Describe().IsText)
        {
            foreach ((string form, string text) in s_texts)
                yield return new HostileInput(form, Encoding.UTF8.GetBytes(text), Reader(open));
        }
    }

    private const string MarkerName = "Fathom.Serializers.Kit.Hostile.Marker";
    private static readonly string s_full = typeof(Marker).AssemblyQualifiedName!;

    private static readonly (string Form, string Text)[] s_texts =
    [
        ("$type of Newtonsoft.Json", $"{{\"Value\":{{\"$type\":\"{s_full}\",\"Text\":\"a\"}}}}"),
        ("__type of DataContractJsonSerializer", $"{{\"Value\":{{\"__type\":\"{s_full}\",\"Text\":\"a\"}}}}"),
        ("__type without quotes", $"{{Value:{{__type:\"{s_full}\",Text:a}}}}"),
        ("a tag of YAML", $"Value: !{MarkerName}\n  Text: a\n"),
        ("a tag of YAML with the assembly", $"Value: !<!{Uri.EscapeDataString(s_full)}>\n  Text: a\n"),
        ("xsi:type", $"<OpenHolder xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><Value xsi:type=\"Marker\"><Text>a</Text></Value></OpenHolder>"),
        ("i:type", $"<OpenHolder xmlns=\"http://schemas.datacontract.org/2004/07/Fathom.Serializers.Kit.Hostile\" "
            + $"xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"><Value i:type=\"Marker\"><Text>a</Text></Value></OpenHolder>"),
    ];

    private static Func<byte[], object?> Reader(Codec<OpenHolder> codec) => data => codec.Deserialize(new MemoryStream(data, writable: false)).Value;

    private static byte[]? Written<T>(Session session, T value)
        where T : class
    {
        try
        {
            using MemoryStream stream = new();
            session.Adapter.Create<T>().Serialize(value, stream);
            return stream.ToArray();
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            // What it does not write, nobody can send it in its own words.
            return null;
        }
    }
}

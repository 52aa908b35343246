using System.Text;
using System.Text.RegularExpressions;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>A member that stands twice, with two values.</summary>
internal sealed class DoubledMembers() : Attack("doubled-members", "a duplicate member, with two values")
{
    /// <inheritdoc/>
    public override IEnumerable<HostileInput> Inputs(Session session, ulong seed, int attempts)
    {
        Codec<Login> codec = session.Adapter.Create<Login>();
        using MemoryStream stream = new();
        codec.Serialize(new Login { Name = "someone", Role = "user" }, stream);
        byte[] plain = stream.ToArray();
        object? Read(byte[] data) => codec.Deserialize(new MemoryStream(data, writable: false)) is { } read ? $"the role '{read.Role}'" : null;
        if (session.Adapter.Describe().IsText)
        {
            string text = Encoding.UTF8.GetString(plain);
            string doubled = s_json.Replace(text, "$1,\"Role\":\"admin\"");
            if (doubled == text)
                doubled = s_xml.Replace(text, "$1<$2Role>admin</$2Role>");
            if (doubled == text)
                doubled = s_lines.Replace(text, "$1$2Role: admin\n");
            if (doubled == text)
                doubled = s_bare.Replace(text, "$1,Role:admin");
            if (doubled == text)
                throw new NotSupportedException($"no known way to duplicate a member in {session.Adapter.Describe().Format}");
            yield return new HostileInput("the member Role twice, first 'user', then 'admin'", Encoding.UTF8.GetBytes(doubled), Read);
        }
        else
        {
            stream.Position = 0;
            stream.SetLength(0);
            codec.Serialize(new Login { Name = "someone", Role = "admin" }, stream);
            yield return new HostileInput("two objects one after the other, the second with another role", [.. plain, .. stream.ToArray()], Read);
        }
    }

    private static readonly Regex s_json = new("(\"Role\"\\s*:\\s*\"user\")");
    private static readonly Regex s_xml = new("(<(\\w+:)?Role>user</(?:\\w+:)?Role>)");
    private static readonly Regex s_lines = new("((?:^|\\n)(\\s*)Role: user\\r?\\n)");
    private static readonly Regex s_bare = new("(Role:user)");
}

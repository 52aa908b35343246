using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Adapters;

/// <summary>The names of the lanes in tables and on the command line.</summary>
public static class LaneNames
{
    /// <summary>All lanes with their names.</summary>
    public static IReadOnlyList<(Lanes Lane, string Name)> All { get; } =
        [(Lanes.Stream, "stream"), (Lanes.Array, "byte[]"), (Lanes.Buffer, "buffer"), (Lanes.Text, "text"), (Lanes.NativeObject, "native")];

    /// <summary>The lane of a name.</summary>
    /// <exception cref="ProtocolException">There is none.</exception>
    public static Lanes Parse(string name)
    {
        foreach ((Lanes lane, string known) in All)
        {
            if (known == name)
                return lane;
        }

        throw new ProtocolException($"there is no lane '{name}'");
    }

    /// <summary>The names of a set, parted by commas.</summary>
    public static string Format(Lanes lanes)
    {
        List<string> names = [];
        foreach ((Lanes lane, string name) in All)
        {
            if ((lanes & lane) != 0)
                names.Add(name);
        }

        return string.Join(',', names);
    }
}

using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

namespace Fathom.Serializers.Empty;

/// <summary>What the program says of itself.</summary>
internal static class EmptySession
{
    public static int Run(string[] args) => SerializerProgram.Run(args, new SerializerEntry("(empty process)", static () => new EmptyAdapter()));
}

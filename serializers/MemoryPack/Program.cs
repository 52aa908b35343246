using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.MemPack;

return SerializerProgram.Run(args, new SerializerEntry("MemoryPack", static () => new MemoryPackAdapter()));

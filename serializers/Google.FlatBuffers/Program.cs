using Fathom.Serializers.GoogleFlatBuffers;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(args, new SerializerEntry("Google.FlatBuffers", static () => new FlatBuffersAdapter()));

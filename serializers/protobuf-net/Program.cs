using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.ProtobufNet;

return SerializerProgram.Run(args, new SerializerEntry("protobuf-net", static () => new ProtobufNetAdapter()));

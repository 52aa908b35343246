using Fathom.Serializers.GoogleProtobuf;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;

return SerializerProgram.Run(args, new SerializerEntry("Google.Protobuf", static () => new ProtobufAdapter()));

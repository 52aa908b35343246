using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Xml.Generated;

return SerializerProgram.Run(args, new SerializerEntry("XmlSerializer (pre-generated)", static () => new PregeneratedAdapter()));

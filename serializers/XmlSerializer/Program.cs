using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Sessions;
using Fathom.Serializers.Xml;

return SerializerProgram.Run(args, new SerializerEntry("XmlSerializer", static () => new XmlAdapter()));

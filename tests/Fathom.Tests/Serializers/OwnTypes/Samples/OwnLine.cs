namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public record OwnLine(string Article, int Count);

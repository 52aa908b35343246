namespace Fathom.Tests.Serializers.OwnTypes.Samples;

public enum OwnState
{
    Open,
    Shipped,
}

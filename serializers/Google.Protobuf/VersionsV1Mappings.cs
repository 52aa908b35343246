using Fathom.Serializers.GoogleProtobuf.VersionsV1;
using Fathom.Serializers.Kit.Versions.V1;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>The first versions of the classes that change.</summary>
internal static class VersionsV1Mappings
{
    public static IEnumerable<IMapping> All()
    {
        yield return new Mapping<Account, AccountMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Alarm, AlarmMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Counter, CounterMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Exam, ExamMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Leg, LegMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Parcel, ParcelMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Person, PersonMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Reading, ReadingMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Route, RouteMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
        yield return new Mapping<Vessel, VesselMessage>(VersionsV1Conversion.ToMessage, VersionsV1Conversion.ToValue);
    }
}

using Fathom.Serializers.GoogleProtobuf.VersionsV2;
using Fathom.Serializers.Kit.Versions.V2;

namespace Fathom.Serializers.GoogleProtobuf;

/// <summary>The second versions of the classes that change.</summary>
internal static class VersionsV2Mappings
{
    public static IEnumerable<IMapping> All()
    {
        yield return new Mapping<Account, AccountMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Alarm, AlarmMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Counter, CounterMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Exam, ExamMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Leg, LegMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Parcel, ParcelMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Person, PersonMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Reading, ReadingMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Route, RouteMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
        yield return new Mapping<Vessel, VesselMessage>(VersionsV2Conversion.ToMessage, VersionsV2Conversion.ToValue);
    }
}

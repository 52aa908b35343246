using Fathom.Serializers.Kit.Cases.ViewModels;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class ViewModelsByHand
{
    public static void Write(BinaryWriter to, HomeViewModel value)
    {
        to.WriteList(value.Events, Write);
        to.WriteOptional(value.Featured, Write);
        to.Write(value.IsNewAccount);
    }

    public static HomeViewModel ReadHomeViewModel(BinaryReader from) => new()
    {
        Events = from.ReadList(ReadEventSummary),
        Featured = from.ReadOptional(ReadCampaignSummary),
        IsNewAccount = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, LocationViewModel value)
    {
        to.Write(value.Id);
        to.Write(value.Name);
        to.Write(value.Address1);
        to.WriteOptional(value.Address2);
        to.Write(value.City);
        to.Write(value.State);
        to.Write(value.PostalCode);
        to.Write(value.Country);
        to.WriteOptional(value.PhoneNumber);
    }

    public static LocationViewModel ReadLocationViewModel(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        Name = from.ReadString(),
        Address1 = from.ReadString(),
        Address2 = from.ReadOptionalString(),
        City = from.ReadString(),
        State = from.ReadString(),
        PostalCode = from.ReadString(),
        Country = from.ReadString(),
        PhoneNumber = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, LoginViewModel value)
    {
        to.Write(value.Email);
        to.Write(value.Password);
        to.Write(value.RememberMe);
    }

    public static LoginViewModel ReadLoginViewModel(BinaryReader from) => new()
    {
        Email = from.ReadString(),
        Password = from.ReadString(),
        RememberMe = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, MyEventsViewModel value)
    {
        to.WriteList(value.Current, Write);
        to.WriteList(value.Future, Write);
        to.WriteList(value.Past, Write);
    }

    public static MyEventsViewModel ReadMyEventsViewModel(BinaryReader from) => new()
    {
        Current = from.ReadList(ReadMyEvent),
        Future = from.ReadList(ReadMyEvent),
        Past = from.ReadList(ReadMyEvent),
    };

    public static void Write(BinaryWriter to, CampaignSummary value)
    {
        to.Write(value.Id);
        to.Write(value.Title);
        to.WriteOptional(value.Description);
        to.WriteOptional(value.ImageUrl);
        to.Write(value.OrganizationName);
        to.WriteOptional(value.Headline);
    }

    public static CampaignSummary ReadCampaignSummary(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        Title = from.ReadString(),
        Description = from.ReadOptionalString(),
        ImageUrl = from.ReadOptionalString(),
        OrganizationName = from.ReadString(),
        Headline = from.ReadOptionalString(),
    };

    public static void Write(BinaryWriter to, EventSummary value)
    {
        to.Write(value.Id);
        to.Write(value.Name);
        to.WriteOptional(value.Description);
        to.WriteOptional(value.ImageUrl);
        to.Write(value.CampaignId);
        to.Write(value.CampaignName);
        to.Write(value.OrganizationName);
        to.Write((byte)value.Kind);
        to.WriteMoment(value.Start);
        to.WriteMoment(value.End);
    }

    public static EventSummary ReadEventSummary(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        Name = from.ReadString(),
        Description = from.ReadOptionalString(),
        ImageUrl = from.ReadOptionalString(),
        CampaignId = from.ReadInt32(),
        CampaignName = from.ReadString(),
        OrganizationName = from.ReadString(),
        Kind = (EventKind)from.ReadByte(),
        Start = from.ReadMoment(),
        End = from.ReadMoment(),
    };

    public static void Write(BinaryWriter to, MyEvent value)
    {
        to.Write(value.EventId);
        to.Write(value.Name);
        to.WriteMoment(value.Start);
        to.WriteMoment(value.End);
        to.Write(value.TimeZone);
        to.Write(value.CampaignName);
        to.WriteList(value.Tasks, Write);
    }

    public static MyEvent ReadMyEvent(BinaryReader from) => new()
    {
        EventId = from.ReadInt32(),
        Name = from.ReadString(),
        Start = from.ReadMoment(),
        End = from.ReadMoment(),
        TimeZone = from.ReadString(),
        CampaignName = from.ReadString(),
        Tasks = from.ReadList(ReadVolunteerTask),
    };

    public static void Write(BinaryWriter to, VolunteerTask value)
    {
        to.Write(value.Id);
        to.Write(value.Name);
        to.WriteOptionalMoment(value.Start);
        to.WriteOptionalMoment(value.End);
    }

    public static VolunteerTask ReadVolunteerTask(BinaryReader from) => new()
    {
        Id = from.ReadInt32(),
        Name = from.ReadString(),
        Start = from.ReadOptionalMoment(),
        End = from.ReadOptionalMoment(),
    };
}

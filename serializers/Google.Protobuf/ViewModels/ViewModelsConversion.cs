using Fathom.Serializers.Kit.Cases.ViewModels;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.ViewModels;

internal static class ViewModelsConversion
{
    public static HomeViewModelMessage ToMessage(HomeViewModel value)
    {
        HomeViewModelMessage message = new()
        {
            Featured = value.Featured is { } featured ? ToMessage(featured) : null,
            IsNewAccount = value.IsNewAccount,
        };
        message.Events.AddAll(value.Events, ToMessage);
        return message;
    }

    public static HomeViewModel ToValue(HomeViewModelMessage message)
    {
        HomeViewModel value = new()
        {
            Featured = message.Featured is { } featured ? ToValue(featured) : null,
            IsNewAccount = message.IsNewAccount,
        };
        value.Events.AddAll(message.Events, ToValue);
        return value;
    }

    public static LocationViewModelMessage ToMessage(LocationViewModel value)
    {
        LocationViewModelMessage message = new()
        {
            Id = value.Id,
            Name = value.Name,
            Address1 = value.Address1,
            City = value.City,
            State = value.State,
            PostalCode = value.PostalCode,
            Country = value.Country,
        };
        if (value.Address2 is { } address2)
            message.Address2 = address2;
        if (value.PhoneNumber is { } phoneNumber)
            message.PhoneNumber = phoneNumber;
        return message;
    }

    public static LocationViewModel ToValue(LocationViewModelMessage message) => new()
    {
        Id = message.Id,
        Name = message.Name,
        Address1 = message.Address1,
        Address2 = message.HasAddress2 ? message.Address2 : null,
        City = message.City,
        State = message.State,
        PostalCode = message.PostalCode,
        Country = message.Country,
        PhoneNumber = message.HasPhoneNumber ? message.PhoneNumber : null,
    };

    public static LoginViewModelMessage ToMessage(LoginViewModel value) => new() { Email = value.Email, Password = value.Password, RememberMe = value.RememberMe };

    public static LoginViewModel ToValue(LoginViewModelMessage message) => new()
    {
        Email = message.Email,
        Password = message.Password,
        RememberMe = message.RememberMe,
    };

    public static MyEventsViewModelMessage ToMessage(MyEventsViewModel value)
    {
        MyEventsViewModelMessage message = new();
        message.Current.AddAll(value.Current, ToMessage);
        message.Future.AddAll(value.Future, ToMessage);
        message.Past.AddAll(value.Past, ToMessage);
        return message;
    }

    public static MyEventsViewModel ToValue(MyEventsViewModelMessage message)
    {
        MyEventsViewModel value = new();
        value.Current.AddAll(message.Current, ToValue);
        value.Future.AddAll(message.Future, ToValue);
        value.Past.AddAll(message.Past, ToValue);
        return value;
    }

    public static CampaignSummaryMessage ToMessage(CampaignSummary value)
    {
        CampaignSummaryMessage message = new() { Id = value.Id, Title = value.Title, OrganizationName = value.OrganizationName };
        if (value.Description is { } description)
            message.Description = description;
        if (value.ImageUrl is { } imageUrl)
            message.ImageUrl = imageUrl;
        if (value.Headline is { } headline)
            message.Headline = headline;
        return message;
    }

    public static CampaignSummary ToValue(CampaignSummaryMessage message) => new()
    {
        Id = message.Id,
        Title = message.Title,
        Description = message.HasDescription ? message.Description : null,
        ImageUrl = message.HasImageUrl ? message.ImageUrl : null,
        OrganizationName = message.OrganizationName,
        Headline = message.HasHeadline ? message.Headline : null,
    };

    public static EventSummaryMessage ToMessage(EventSummary value)
    {
        EventSummaryMessage message = new()
        {
            Id = value.Id,
            Name = value.Name,
            CampaignId = value.CampaignId,
            CampaignName = value.CampaignName,
            OrganizationName = value.OrganizationName,
            Kind = (EventKindCode)value.Kind,
            Start = Timestamp.FromDateTime(value.Start),
            End = Timestamp.FromDateTime(value.End),
        };
        if (value.Description is { } description)
            message.Description = description;
        if (value.ImageUrl is { } imageUrl)
            message.ImageUrl = imageUrl;
        return message;
    }

    public static EventSummary ToValue(EventSummaryMessage message) => new()
    {
        Id = message.Id,
        Name = message.Name,
        Description = message.HasDescription ? message.Description : null,
        ImageUrl = message.HasImageUrl ? message.ImageUrl : null,
        CampaignId = message.CampaignId,
        CampaignName = message.CampaignName,
        OrganizationName = message.OrganizationName,
        Kind = (EventKind)message.Kind,
        Start = message.Start?.ToDateTime() ?? default,
        End = message.End?.ToDateTime() ?? default,
    };

    public static MyEventMessage ToMessage(MyEvent value)
    {
        MyEventMessage message = new()
        {
            EventId = value.EventId,
            Name = value.Name,
            Start = Timestamp.FromDateTime(value.Start),
            End = Timestamp.FromDateTime(value.End),
            TimeZone = value.TimeZone,
            CampaignName = value.CampaignName,
        };
        message.Tasks.AddAll(value.Tasks, ToMessage);
        return message;
    }

    public static MyEvent ToValue(MyEventMessage message)
    {
        MyEvent value = new()
        {
            EventId = message.EventId,
            Name = message.Name,
            Start = message.Start?.ToDateTime() ?? default,
            End = message.End?.ToDateTime() ?? default,
            TimeZone = message.TimeZone,
            CampaignName = message.CampaignName,
        };
        value.Tasks.AddAll(message.Tasks, ToValue);
        return value;
    }

    public static VolunteerTaskMessage ToMessage(VolunteerTask value) => new()
    {
        Id = value.Id,
        Name = value.Name,
        Start = value.Start is { } start ? Timestamp.FromDateTime(start) : null,
        End = value.End is { } end ? Timestamp.FromDateTime(end) : null,
    };

    public static VolunteerTask ToValue(VolunteerTaskMessage message) => new()
    {
        Id = message.Id,
        Name = message.Name,
        Start = message.Start?.ToDateTime(),
        End = message.End?.ToDateTime(),
    };
}

using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Users;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Management.Users.UserManagementNodes;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Users;

/// <summary>The UserManagement object: who may call its methods, what they answer, what the audit tells (OPC 10000-18, 5.2).</summary>
[CancelAfter(60_000)]
internal sealed class UserMethodTests : AdminFixture
{
    private const uint Users = 24301,
        PasswordLength = 24302,
        PasswordOptions = 24303,
        PasswordRestrictions = 24291;

    private readonly List<ManagedUser> _kept = [];
    private readonly List<string> _changes = [];

    [SetUp]
    public void Forget()
    {
        _kept.Clear();
        _changes.Clear();
    }

    [Test]
    public async Task An_administrator_adds_changes_and_removes_users()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Assert.That(
            await CallAsync(admin, AddUser, Variant.From("anna"), Variant.From("secret-1"), Variant.From(5u), Variant.From("shift 1")),
            Is.EqualTo("Good")
        );
        Assert.That(await ModifyAsync(admin, "anna", password: "secret-2", description: ""), Is.EqualTo("Good"));
        Assert.That(await ModifyAsync(admin, "anna", configuration: 2), Is.EqualTo("Good"));
        Assert.That(await CallAsync(admin, RemoveUser, Variant.From("anna")), Is.EqualTo("Good"));
        Assert.That(
            _changes,
            Is.EqualTo(
                (string[])["anna secret-1 NoDelete, NoChangeByUser shift 1", "anna secret-2 - ''", "anna - Disabled -", "anna removed"]
            )
        );
    }

    [Test]
    public async Task The_users_and_the_rules_for_passwords_can_be_read()
    {
        await StartAsync();
        _kept.Add(new ManagedUser("anna", UserConfiguration.Disabled, "shift 1"));
        var (admin, mes) = (await UserAsync("admin"), await UserAsync("mes"));
        var user = (UserManagementDataType)((ExtensionObject[])(await admin.ReadAsync(Stop, Users))[0].Value.Reference!)[0].Body!;
        Assert.That((user.UserName, user.UserConfiguration, user.Description), Is.EqualTo(("anna", 2u, "shift 1")));
        Assert.That(StatusCodes.NameOf((await mes.ReadAsync(Stop, Users))[0].Status), Is.EqualTo("BadUserAccessDenied"));
        var rules = await mes.ReadAsync(Stop, PasswordLength, PasswordOptions, PasswordRestrictions);
        var range = (OpcUa.Range)((ExtensionObject)rules[0].Value.Reference!).Body!;
        Assert.That((range.Low, range.High, rules[1].Value.Bits), Is.EqualTo((8.0, 100.0, 0b1_1110L)));
        Assert.That(((LocalizedText)rules[2].Value.Reference!).Text, Is.EqualTo("any eight characters"));
    }

    [TestCase("mes", MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied", "Good")]
    [TestCase("config", MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied", "Good")]
    [TestCase("admin", MessageSecurityMode.Sign, "BadSecurityModeInsufficient", "BadSecurityModeInsufficient")]
    [TestCase("mes", MessageSecurityMode.None, "BadSecurityModeInsufficient", "BadSecurityModeInsufficient")]
    public async Task Others_change_only_their_own_password_and_only_on_an_encrypted_channel(
        string user,
        MessageSecurityMode mode,
        string status,
        string own
    )
    {
        await StartAsync();
        var client = await UserAsync(user, mode);
        Assert.That(
            await CallAsync(client, AddUser, Variant.From("eve"), Variant.From("secret-1"), Variant.From(0u), Variant.From("")),
            Is.EqualTo(status)
        );
        Assert.That(await ModifyAsync(client, "anna", password: "secret-1"), Is.EqualTo(status));
        Assert.That(await CallAsync(client, RemoveUser, Variant.From("anna")), Is.EqualTo(status));
        Assert.That(_changes, Is.Empty);
        Assert.That(await CallAsync(client, ChangePassword, Variant.From(user), Variant.From("secret-1")), Is.EqualTo(own));
        Assert.That(_changes, Is.EqualTo(own == "Good" ? new[] { $"{user}: {user} secret-1" } : []));
    }

    [Test]
    public async Task What_is_not_supported_or_makes_no_sense_has_the_status_of_the_standard()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Assert.That(await AddAsync(8), Is.EqualTo("BadNotSupported"), "MustChangePassword");
        Assert.That(await AddAsync(16), Is.EqualTo("BadNotSupported"), "no bit of the standard");
        Assert.That(await AddAsync(12), Is.EqualTo("BadConfigurationError"), "MustChangePassword and NoChangeByUser");
        Assert.That(await ModifyAsync(admin, "admin", configuration: 2), Is.EqualTo("BadInvalidSelfReference"));
        Assert.That(await CallAsync(admin, RemoveUser, Variant.From("admin")), Is.EqualTo("BadInvalidSelfReference"));
        Assert.That(await CallAsync(admin, RemoveUser), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(await CallAsync(admin, RemoveUser, Variant.From(1)), Is.EqualTo("BadInvalidArgument"));
        var stranger = Keep(
            await UaTestClient.ConnectAsync(
                Server.Port,
                Certificates,
                SecurityPolicy.Basic256Sha256,
                MessageSecurityMode.SignAndEncrypt,
                Stop
            )
        );
        Assert.That(
            await CallAsync(stranger, ChangePassword, Variant.From("a"), Variant.From("b")),
            Is.EqualTo("BadInvalidState"),
            "nobody's password"
        );

        Task<string> AddAsync(uint configuration) =>
            CallAsync(admin, AddUser, Variant.From("anna"), Variant.From("secret-1"), Variant.From(configuration), Variant.From(""));
    }

    [Test]
    public async Task The_audit_tells_who_changed_which_user_and_never_a_password()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        var audit = await UaTestEvents.ListenAsync(
            admin,
            Ids.Server,
            Stop,
            "EventType",
            "MethodId",
            "InputArguments",
            "ClientUserId",
            "StatusCodeId"
        );
        await CallAsync(admin, AddUser, Variant.From("anna"), Variant.From("secret-1"), Variant.From(1u), Variant.From("shift"));
        await ModifyAsync(admin, "anna", password: "secret-2", configuration: 8);
        await CallAsync(admin, ChangePassword, Variant.From("admin"), Variant.From("secret-3"));
        var told = new List<string>();
        for (var i = 0; i < 3; i++)
        {
            var call = await audit.NextAsync(Stop, e => e["EventType"].Reference is NodeId type && type == AuditTypes.UpdateMethod);
            var inputs = ((Variant[])call["InputArguments"].Reference!).Select(a => a.Reference as string ?? $"{a.Bits}");
            var status = StatusCodes.NameOf((uint)call["StatusCodeId"].Bits);
            told.Add($"{call["ClientUserId"].Reference} {call["MethodId"].Reference} {string.Join(' ', inputs)} {status}");
        }

        Assert.That(
            told,
            Is.EqualTo(
                (string[])["admin i=24304 anna 0 1 shift Good", "admin i=24306 anna 1 0 1 8 0 0 BadNotSupported", "admin i=24310 0 0 Good"]
            )
        );
    }

    [Test]
    public async Task Without_users_to_manage_there_is_no_object_and_empty_objects_are_not_served()
    {
        await StartAsync(null);
        var admin = await UserAsync("admin");
        var statuses = await admin.ReadAsync(Stop, Users, 17_732, 18_155);
        Assert.That(statuses.Select(value => StatusCodes.NameOf(value.Status)), Is.All.EqualTo("BadNodeIdUnknown"));
    }

    private static Task<string> ModifyAsync(
        UaTestClient client,
        string name,
        string? password = null,
        uint? configuration = null,
        string? description = null
    ) =>
        CallAsync(
            client,
            ModifyUser,
            Variant.From(name),
            Variant.From(password is not null),
            Variant.From(password),
            Variant.From(configuration is not null),
            Variant.From(configuration ?? 0),
            Variant.From(description is not null),
            Variant.From(description)
        );

    private static async Task<string> CallAsync(UaTestClient client, uint method, params Variant[] arguments)
    {
        var call = new CallMethodRequest
        {
            ObjectId = UserManagementNodes.UserManagement,
            MethodId = method,
            InputArguments = arguments,
        };
        return StatusCodes.NameOf(
            (await client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [call] }, Stop)).Results[0].StatusCode
        );
    }

    private Task StartAsync() => StartAsync(Management(_kept, _changes));

    private Task StartAsync(UserManagement? users) =>
        StartSecureAsync(options =>
            options with
            {
                Extensions = [new ConfigurationExtension(new MemoryStores(Certificates.Server.Certificate).Management(60_000), users)],
            }
        );

    internal static UserManagement Management(List<ManagedUser> kept, List<string> changes)
    {
        return new UserManagement
        {
            List = () => kept,
            PasswordLength = (8, 100),
            PasswordRestrictions = "any eight characters",
            Add = (user, password) => Note($"{user.Name} {password} {user.Configuration} {user.Description}"),
            Modify = m =>
                Note(
                    $"{m.Name} {m.Password ?? "-"} {m.Configuration?.ToString() ?? "-"} {(m.Description is null ? "-" : $"'{m.Description}'")}"
                ),
            Remove = name => Note($"{name} removed"),
            ChangePassword = (caller, before, after, _) => ValueTask.FromResult(Note($"{caller.User}: {before} {after}")),
        };

        string Note(string change)
        {
            changes.Add(change);
            return "done";
        }
    }
}
